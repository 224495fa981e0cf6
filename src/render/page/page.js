'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const words = {
    en: {
      start: 'Start', given: 'Given', summary: 'Summary', previous: 'Previous', next: 'Next',
      language: '中文', presenter: 'Notes (n)', theme: 'Light/dark', steps: 'Steps',
      variant: 'Compare with', none: '(nothing)', step: 'Step', head: 'head', axis: 'axis',
      result: 'result', operand: 'reads', minutes: 'about {} minutes', sizes: 'Sizes', question: 'Question',
      show: 'Show the answer (a)', answer: 'Answer: ', more: '… {} more terms, together {} …',
      hidden: '{} more numbers read are not shown.', inHead: 'of it, head {}: {}',
      place: 'In memory at offset {}.', hint: 'Point at a number, or move to it with Tab and the arrow keys, to see where it comes from.',
      keys: 'Keys: → and space go on, ← goes back, Home and End jump, a shows the answer, n the presenter’s notes, l changes the language.',
      given_cell: 'is given.', blocked: 'blocked (−∞)', same: 'The same in this variant.',
      gone: 'This variant leaves this step out.', memory: 'Memory', reading: 'read in this order',
      inMemory: 'place in memory', before: 'before: {}', after: 'after: {}', copied: 'copied',
      stride: 'One step along {} is {} further in memory.', view: 'A view of {}: the same memory, nothing copied.',
      contiguous: 'contiguous', notContiguous: 'not contiguous', parameters: 'Parameters', flops: 'Operations',
      strides: 'Strides', nextUp: 'Next', name: 'Name', axes: 'Axes', kind: 'Made by', total: '{} parameters in all.',
      leftOut: '{} left out', differs: 'Underlined numbers differ from the lesson’s.', seed: 'numbers of seed {}', rounded: '≈ means that the numbers shown are rounded.',
    },
    zh: {
      start: '开始', given: '已知', summary: '总览', previous: '上一步', next: '下一步',
      language: 'English', presenter: '讲稿 (n)', theme: '明/暗', steps: '步骤',
      variant: '对照变体', none: '（不对照）', step: '第 {} 步', head: '头', axis: '轴',
      result: '结果', operand: '读取', minutes: '约 {} 分钟', sizes: '大小', question: '问题',
      show: '看答案 (a)', answer: '答案：', more: '… 另外 {} 项，合计 {} …',
      hidden: '还读取了 {} 个数，这里没有画出来。', inHead: '其中头 {}：{}',
      place: '在内存中的偏移量：{}。', hint: '把鼠标移到一个数上，或用 Tab 和方向键选中它，就能看到它是怎么算出来的。',
      keys: '按键：→ 和空格往后，← 往前，Home 和 End 跳到两头，a 看答案，n 看讲稿，l 切换语言。',
      given_cell: '是已知的。', blocked: '被遮住（−∞）', same: '在这个变体里完全相同。',
      gone: '这个变体没有这一步。', memory: '内存', reading: '按这个顺序读',
      inMemory: '内存里的位置', before: '之前：{}', after: '之后：{}', copied: '复制',
      stride: '沿 {} 走一步，在内存里前进 {}。', view: '是 {} 的视图：同一块内存，没有复制。',
      contiguous: '连续', notContiguous: '不连续', parameters: '参数', flops: '运算次数',
      strides: '步长', nextUp: '下一步', name: '名称', axes: '各轴', kind: '运算', total: '共 {} 个参数。',
      leftOut: '略去 {}', differs: '带下划线的数与本课原来的不同。', seed: '第 {} 号种子的数字', rounded: '≈ 表示写出的数字经过四舍五入。',
    },
  };
  // Maps, since a tensor may be called `constructor`.
  for (const each of data.variants) each.tensors = new Map(Object.entries(each.tensors));
  const tensors = new Map([...data.inputs, ...data.steps].map((tensor) => [tensor.name, tensor]));
  const pages = ['-start', '-given', ...data.steps.map((step) => step.name), '-summary'];
  const state = { page: 0, lang: data.lang, variant: data.variant || '', revealed: new Set() };
  const memoryOps = ['view', 'transpose', 'contiguous', 'slice'];
  const main = document.getElementById('slides');
  const why = document.getElementById('why');

  const say = (key, ...values) => values.reduce((text, value) => text.replace('{}', () => value), words[state.lang][key]);
  const read = (text) => (text ? text[state.lang] : '');
  const variant = () => data.variants.find((each) => each.id === state.variant);

  /* An element with its attributes and children; text never becomes markup. */
  function make(tag, attributes = {}, ...children) {
    const svg = ['svg', 'rect', 'path', 'text'].includes(tag);
    const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === 'onclick') node.addEventListener('click', value);
      else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }

  /* The lesson's words, `code` among them as code. */
  const prose = (text) => read(text).split(/(`[^`]+`)/).map((part) => (/^`.+`$/s.test(part) ? make('code', {}, part.slice(1, -1)) : part));

  /* ---- Tensors as tables ---- */
  const isHeads = (axis) => axis.name === 'heads' || axis.name === 'kv_heads';
  const axisName = (axis, number) => (isHeads(axis) ? say('head') : axis.name || `${say('axis')} ${number}`);
  const axesText = (tensor) => `[${tensor.axes.map((axis) => axis.label).join(', ')}]`;
  const headClass = (head) => (head === null || head === undefined ? '' : ` head h${head % 8}`);

  /* The positions on an axis with a null where some are left out. */
  function along(tensor, axis) {
    const list = tensor.shown[axis].map((position, i) => ({ position, i, head: (tensor.heads[axis] || [])[i] }));
    const gap = tensor.gaps[axis];
    if (gap.count > 0) list.splice(gap.after, 0, null);
    return list;
  }

  function columnHeads(tensor, last, columns) {
    if (!columns.some((each) => each && each.head !== undefined && each.head !== null) || isHeads(tensor.axes[last])) return null;
    const row = make('tr', {}, make('td', { class: 'gap' }));
    for (let i = 0; i < columns.length;) {
      if (!columns[i]) { row.append(make('td', { class: 'gap' })); i += 1; continue; }
      let span = 1;
      while (columns[i + span] && columns[i + span].head === columns[i].head) span += 1;
      row.append(make('th', { colspan: span, scope: 'colgroup', class: headClass(columns[i].head).trim() }, `${say('head')} ${columns[i].head}`));
      i += span;
    }
    return row;
  }

  function cellNode(tensor, k) {
    const attributes = { 'data-k': k, tabindex: '-1', class: '' };
    const node = make('td', attributes, tensor.values[k]);
    if (tensor.heat && tensor.heat[k] >= 0) {
      node.classList.add('heat');
      node.style.setProperty('--level', tensor.heat[k]);
    } else if (tensor.heat && tensor.values[k] === '-inf') {
      node.classList.add('blocked');
    }
    if (tensor.different && tensor.different.includes(k)) node.classList.add('differs');
    return node;
  }

  function tableOf(tensor, first, caption, captionHead) {
    const rank = tensor.axes.length;
    const last = rank - 1;
    const columns = along(tensor, last);
    const hasRows = rank > 1;
    const rows = hasRows ? along(tensor, last - 1) : [{ position: '', i: 0 }];
    const count = tensor.shown[last].length;
    const corner = (hasRows ? `${axisName(tensor.axes[last - 1], last - 1)} ↓ ` : '') + `${axisName(tensor.axes[last], last)} →`;
    const head = make('thead', {}, columnHeads(tensor, last, columns),
      make('tr', {}, make('th', { class: 'corner', scope: 'col' }, corner), ...columns.map((column) => (column
        ? make('th', { scope: 'col', class: isHeads(tensor.axes[last]) ? headClass(column.head).trim() : '' }, String(column.position))
        : make('td', { class: 'gap' }, '…')))));
    const body = make('tbody');
    for (const row of rows) {
      if (!row) { body.append(make('tr', {}, make('td', { class: 'gap' }, '…'), ...columns.map(() => make('td', { class: 'gap' }, '…')))); continue; }
      const line = make('tr', {}, hasRows ? make('th', { scope: 'row', class: headClass(row.head).trim() }, String(row.position)) : make('td', { class: 'gap' }));
      columns.forEach((column, i) => {
        const node = column ? cellNode(tensor, first + row.i * count + column.i) : make('td', { class: 'gap' }, '…');
        // Where the next head's columns begin.
        if (column && column.head !== undefined && i > 0 && (!columns[i - 1] || columns[i - 1].head !== column.head)) node.classList.add('begins', `h${column.head % 8}`);
        line.append(node);
      });
      body.append(line);
    }
    const table = make('table', { role: 'grid', 'aria-label': `${tensor.name} ${caption}` }, caption ? make('caption', { class: headClass(captionHead).trim() }, caption) : null, head, body);
    const cell = table.querySelector('td[data-k]');
    if (cell) cell.tabIndex = 0;
    return make('div', { class: 'scroll' }, table);
  }

  function tablesOf(tensor) {
    const rank = tensor.axes.length;
    const size = tensor.shown.slice(Math.max(0, rank - 2)).reduce((product, axis) => product * axis.length, 1);
    const leading = Math.max(0, rank - 2);
    const several = tensor.axes.slice(0, leading).some((axis) => axis.size > 1);
    const holder = make('div', { class: 'tables' });
    const walk = (axis, position, number) => {
      if (axis === leading) {
        const caption = several ? position.map((each, i) => `${axisName(tensor.axes[i], i)}${tensor.axes[i].name ? '' : ':'} ${each.position}`).join(', ') : '';
        const headed = position.find((each) => each.head !== null && each.head !== undefined);
        holder.append(tableOf(tensor, number * size, caption, headed && headed.head));
        return;
      }
      for (const each of along(tensor, axis)) {
        if (each) walk(axis + 1, [...position, each], number * tensor.shown[axis].length + each.i);
        else holder.append(make('p', { class: 'hint' }, `… ${say('leftOut', tensor.gaps[axis].count)} (${axisName(tensor.axes[axis], axis)})`));
      }
    };
    walk(0, [], 0);
    return holder;
  }

  function scaleOf(tensor) {
    if (!tensor.scale) return null;
    const blocked = tensor.values.includes('-inf');
    return make('div', { class: 'scale' }, tensor.scale[0], make('i'), tensor.scale[1], blocked ? make('b') : null, blocked ? say('blocked') : null);
  }

  function figureOf(tensor, role, operand) {
    return make('figure', { class: `tensor ${role}`, 'data-tensor': tensor.name, 'data-operand': operand },
      make('figcaption', {}, tensor.name, ' ', make('span', { class: 'axes' }, axesText(tensor))),
      tensor.layout ? make('p', { class: 'hint' }, read(tensor.layout)) : null, tablesOf(tensor), scaleOf(tensor));
  }

  /* ---- Memory: in which order a tensor's numbers lie ---- */
  const box = 36;
  function boxes(svg, y, values, heads, numbers) {
    values.forEach((value, i) => {
      svg.append(make('rect', { x: i * box + 1, y, width: box - 2, height: 24, class: headClass(heads[i]).trim() }));
      svg.append(make('text', { x: i * box + box / 2, y: y + 16 }, value.length > 5 ? value.slice(0, 5) : value));
      if (numbers) svg.append(make('text', { x: i * box + box / 2, y: y + numbers }, String(i)));
    });
  }

  /* The head of each cell of a tensor that is shown whole. */
  function headsOf(tensor) {
    const axis = tensor.heads.findIndex((heads) => heads);
    return tensor.values.map((_, k) => {
      if (axis < 0) return null;
      const after = tensor.shown.slice(axis + 1).reduce((product, each) => product * each.length, 1);
      return tensor.heads[axis][Math.floor(k / after) % tensor.shown[axis].length];
    });
  }

  function link(svg, from, to, heads) {
    to.forEach((place, i) => {
      const x = from(i) * box + box / 2;
      const y = place * box + box / 2;
      svg.append(make('path', { d: `M${x} 52 C${x} 80 ${y} 78 ${y} 104`, class: headClass(heads[i]).trim() }));
    });
  }

  function memoryOf(step, source) {
    const figure = make('figure', { class: 'memory' }, make('figcaption', {}, say('memory')));
    const copy = step.op === 'contiguous';
    const fits = step.places && source && source.places && (copy || Math.max(...step.places) < step.places.length);
    if (fits) {
      const heads = headsOf(step);
      const count = step.places.length;
      const order = copy ? source.places : step.places;
      const laid = [];
      order.forEach((place, k) => { laid[place] = k; });
      if (laid.length === count) {
        const label = copy ? say('copied') : say('reading');
        const svg = make('svg', { viewBox: `0 0 ${count * box} 152`, role: 'img', 'aria-label': `${step.name}: ${say('reading')}; ${say('inMemory')}: ${order.join(', ')}` });
        svg.append(make('text', { class: 'label', x: 2, y: 16 }, copy ? say('after', step.name) : `${step.name}: ${label}`));
        svg.append(make('text', { class: 'label', x: 2, y: 146 }, copy ? say('before', source.name) : say('inMemory')));
        boxes(svg, 26, step.values, heads);
        boxes(svg, 106, laid.map((k) => step.values[k]), laid.map((k) => heads[k]));
        link(svg, (k) => k, order, heads);
        svg.style.maxWidth = `${count * 2.4}rem`;
        figure.append(svg);
      }
    }
    if (step.view_of) figure.append(make('p', {}, say('view', step.view_of)));
    const moves = step.axes.map((axis, i) => (axis.size > 1 ? say('stride', axisName(axis, i), step.strides[i]) : '')).filter(Boolean);
    figure.append(make('p', {}, `${say('strides')} [${step.strides.join(', ')}], ${say(step.contiguous ? 'contiguous' : 'notContiguous')}. ${moves.join(' ')}`));
    return figure;
  }

  /* ---- What is said at a tensor ---- */
  function questionsOf(tensor) {
    return (tensor.questions || []).map((question) => {
      const list = (question.choices || []).map((choice, i) => make('li', { 'data-choice': i }, read(choice)));
      const answer = make('div', { class: 'answer secret' },
        make('p', {}, say('answer'), make('strong', {}, read(question.answer))), make('p', {}, ...prose(question.why)));
      return make('div', { class: 'question' }, make('p', {}, make('strong', {}, `${say('question')} `), ...prose(question.ask)),
        list.length ? make('ol', {}, ...list) : null,
        make('button', { type: 'button', class: 'reveal', onclick: () => reveal(tensor.name) }, say('show')), answer);
    });
  }
  const notesOf = (tensor) => (tensor.notes || []).map((note) => make('p', { class: 'note secret' }, ...prose(note)));

  function reveal(name) {
    state.revealed.add(name);
    const section = main.querySelector(`.slide[data-page="${CSS.escape(name)}"]`);
    section.classList.remove('asking');
    section.querySelectorAll('.reveal').forEach((button) => button.remove());
    const answer = section.querySelector('.answer');
    if (answer) { answer.tabIndex = -1; answer.focus(); }
  }

  function variantOf(name) {
    const other = variant();
    if (!other) return null;
    const part = make('div', { class: 'variant secret' }, make('h3', {}, `${other.id}: ${read(other.title)}`));
    if (other.same.includes(name)) part.append(make('p', { class: 'hint' }, say('same')));
    else if (!other.tensors.get(name)) part.append(make('p', { class: 'hint' }, other.failure ? read(other.failure) : say('gone')));
    else variantSteps(part, other, name, new Set());
    return part;
  }

  /* The variant's tensor, and before it those that only the variant makes on the way to it. */
  function variantSteps(part, other, name, seen) {
    const step = other.tensors.get(name);
    if (!step || seen.has(name)) return;
    seen.add(name);
    for (const each of step.in || []) if (!tensors.has(each)) variantSteps(part, other, each, seen);
    const block = make('div', { class: 'step-of', 'data-step': name, 'data-variant': other.id });
    if (step.formula) block.append(make('p', { class: 'formula' }, step.formula));
    const operands = (step.in || []).map((each, i) => figureOf(other.tensors.get(each) || tensors.get(each), 'operand', i));
    block.append(make('div', { class: 'tensors' }, ...operands, figureOf(step, 'result')));
    if (step.different && step.different.length) block.append(make('p', { class: 'hint' }, say('differs')));
    if (memoryOps.includes(step.op)) block.append(memoryOf(step, other.tensors.get(step.in[0]) || tensors.get(step.in[0])));
    part.append(block);
  }

  function presenterOf(step, index) {
    const list = make('dl');
    const add = (name, value) => list.append(make('dt', {}, name), make('dd', {}, value));
    add('PyTorch', make('code', {}, step.pytorch));
    add('NumPy', make('code', {}, step.numpy));
    add(say('parameters'), step.parameters);
    add(say('flops'), step.flops);
    add(say('strides'), `[${step.strides.join(', ')}]`);
    for (const question of step.questions || []) add(say('question'), `${read(question.ask)} — ${read(question.answer)}`);
    const next = data.steps[index + 1];
    add(say('nextUp'), next ? `${next.name}: ${next.formula}` : say('summary'));
    return make('aside', { class: 'presenter', 'aria-label': say('presenter') }, list);
  }

  /* ---- Slides ---- */
  function slide(id, ...children) {
    return make('section', { class: 'slide', 'data-page': id, 'aria-labelledby': `title-${id}` }, ...children);
  }
  const title = (id, ...children) => make('h2', { id: `title-${id}`, tabindex: '-1' }, ...children);

  function startSlide() {
    const sizes = data.sizes.map((size) => (size.origin && /[·/]/.test(size.origin) ? `${size.name}=${size.origin}=${size.size}` : `${size.name}=${size.size}`));
    const about = [data.lesson, data.minutes ? say('minutes', data.minutes) : '', data.seed !== undefined ? say('seed', data.seed) : ''];
    return slide('-start', title('-start', read(data.title)), make('p', { class: 'meaning' }, about.filter(Boolean).join(', ')),
      make('p', { class: 'note' }, read(data.goal)), make('p', { class: 'axes' }, `${say('sizes')}: ${sizes.join(', ')}`),
      make('p', { class: 'hint' }, say('keys')), make('p', { class: 'hint' }, `${say('hint')} ${say('rounded')}`));
  }

  function givenSlide() {
    const part = slide('-given', title('-given', say('given')));
    const plain = make('div', { class: 'tensors' });
    part.append(plain);
    for (const input of data.inputs) {
      plain.append(figureOf(input, 'given'));
      for (const note of input.notes || []) part.append(make('p', { class: 'note' }, make('strong', {}, `${input.name}: `), ...prose(note)));
      const other = variant();
      if (other && other.tensors.get(input.name)) part.append(make('div', { class: 'variant' }, make('h3', {}, `${other.id}: ${read(other.title)}`), figureOf(other.tensors.get(input.name), 'given')));
      for (const question of input.questions || []) {
        const answer = make('details', {}, make('summary', {}, say('show')), make('p', {}, read(question.answer)), make('p', {}, read(question.why)));
        part.append(make('div', { class: 'question' }, make('p', {}, `${input.name}: ${read(question.ask)}`),
          question.choices ? make('ol', {}, ...question.choices.map((choice) => make('li', {}, read(choice)))) : null, answer));
      }
    }
    return part;
  }

  function stepSlide(step, index) {
    const part = slide(step.name, title(step.name, make('span', { class: 'number' }, String(step.index)), step.name));
    const asks = (step.questions || []).length > 0;
    if (asks && !state.revealed.has(step.name)) part.classList.add('asking');
    part.append(make('p', { class: 'axes secret' }, axesText(step)), make('p', { class: `formula${asks && /seen as/.test(step.formula) ? ' secret' : ''}` }, step.formula),
      make('p', { class: 'meaning' }, read(data.meanings[step.op])));
    const block = make('div', { class: 'step-of', 'data-step': step.name });
    const result = figureOf(step, 'result');
    result.classList.add('secret');
    block.append(make('div', { class: 'tensors' }, ...step.in.map((name, i) => figureOf(tensors.get(name), 'operand', i)), result));
    const beside = make('div', { class: 'beside' }, block, variantOf(step.name));
    part.append(...questionsOf(step), make('p', { class: 'placeholder' }, `${step.name} = ?`), beside);
    if (state.revealed.has(step.name)) part.querySelectorAll('.reveal').forEach((button) => button.remove());
    for (const remark of step.remarks || []) part.append(make('p', { class: 'remark secret' }, read(remark)));
    if (memoryOps.includes(step.op)) {
      const memory = memoryOf(step, tensors.get(step.in[0]));
      memory.classList.add('secret');
      part.append(memory);
    }
    part.append(...notesOf(step));
    part.append(presenterOf(step, index));
    return part;
  }

  function summarySlide() {
    const heading = ['', say('name'), say('axes'), say('strides'), say('kind'), say('parameters')];
    const table = make('table', { class: 'summary' }, make('caption', {}, say('summary')),
      make('thead', {}, make('tr', {}, ...heading.map((name) => make('th', { scope: 'col' }, name || '#')))),
      make('tbody', {}, ...data.steps.map((step) => make('tr', {}, make('td', {}, String(step.index)),
        make('th', { scope: 'row' }, make('a', { href: address(step.name) }, step.name)), make('td', {}, axesText(step)),
        make('td', {}, `[${step.strides.join(', ')}]`), make('td', {}, step.op), make('td', {}, step.parameters)))));
    return slide('-summary', title('-summary', say('summary')), make('div', { class: 'scroll' }, table), make('p', {}, say('total', data.parameters)),
      data.failure ? make('p', { class: 'remark' }, read(data.failure)) : null);
  }

  function build() {
    main.replaceChildren(startSlide(), givenSlide(), ...data.steps.map(stepSlide), summarySlide());
    document.documentElement.lang = state.lang === 'zh' ? 'zh-CN' : 'en';
    document.title = read(data.title);
    buildBar();
    buildSteps();
    showHint();
  }

  function buildBar() {
    const names = [['', say('none')], ...data.variants.map((each) => [each.id, `${each.id}: ${read(each.title)}`])];
    const choice = make('select', { id: 'variant', 'aria-label': say('variant') }, ...names.map(([id, name]) => make('option', { value: id, selected: id === state.variant }, name.length > 60 ? `${name.slice(0, 58)}…` : name)));
    choice.addEventListener('change', () => go(state.page, { variant: choice.value }));
    const label = make('label', { class: 'hint' }, make('span', { class: 'word' }, `${say('variant')} `), choice);
    document.getElementById('bar').replaceChildren(make('h1', {}, read(data.title)), data.variants.length ? label : '',
      make('button', { type: 'button', id: 'previous', 'aria-label': say('previous'), onclick: () => go(state.page - 1) }, '←', make('span', { class: 'word' }, ` ${say('previous')}`)), make('span', { class: 'count' }),
      make('button', { type: 'button', id: 'next', 'aria-label': say('next'), onclick: () => go(state.page + 1) }, make('span', { class: 'word' }, `${say('next')} `), '→'),
      make('button', { type: 'button', id: 'presenter', 'aria-pressed': String(document.body.classList.contains('presenting')), onclick: togglePresenter }, say('presenter')),
      make('button', { type: 'button', id: 'theme', onclick: toggleTheme }, say('theme')),
      make('button', { type: 'button', id: 'language', lang: state.lang === 'zh' ? 'en' : 'zh-CN', onclick: toggleLanguage }, say('language')));
  }

  function buildSteps() {
    const names = new Map([['-start', say('start')], ['-given', say('given')], ['-summary', say('summary')]]);
    const items = pages.map((id, i) => make('li', {}, make('a', { href: address(id), 'data-page': id }, names.get(id) || `${data.steps[i - 2].index} ${id}`)));
    const nav = document.getElementById('steps');
    nav.setAttribute('aria-label', say('steps'));
    nav.replaceChildren(make('ol', {}, ...items));
  }

  /* ---- Going from slide to slide; where one is, is in the address ---- */
  function address(id, changes = {}) {
    const place = { ...state, ...changes };
    const parts = new URLSearchParams({ step: id });
    if (place.variant) parts.set('variant', place.variant);
    if (place.lang !== data.lang) parts.set('lang', place.lang);
    return `#${parts}`;
  }

  function go(page, changes = {}) {
    const bounded = Math.min(Math.max(page, 0), pages.length - 1);
    const target = address(pages[bounded], changes);
    if (target === location.hash) follow();
    else location.hash = target;
  }

  function follow(first) {
    const parts = new URLSearchParams(location.hash.slice(1));
    const before = `${state.variant} ${state.lang}`;
    const page = pages.indexOf(parts.get('step') || '-start');
    state.page = Math.max(page, 0);
    const wanted = parts.get('variant') || (location.hash.length > 1 ? '' : data.variant || '');
    state.variant = data.variants.some((each) => each.id === wanted) ? wanted : '';
    state.lang = Object.hasOwn(words, parts.get('lang')) ? parts.get('lang') : data.lang;
    if (first || before !== `${state.variant} ${state.lang}`) build();
    show(first);
  }

  function show(first) {
    const id = pages[state.page];
    for (const section of main.children) section.classList.toggle('current', section.dataset.page === id);
    for (const anchor of document.querySelectorAll('#steps a')) {
      anchor.setAttribute('href', address(anchor.dataset.page));
      if (anchor.dataset.page === id) { anchor.setAttribute('aria-current', 'step'); anchor.scrollIntoView({ block: 'nearest', inline: 'nearest' }); }
      else anchor.removeAttribute('aria-current');
    }
    document.querySelector('#bar .count').textContent = `${state.page + 1} / ${pages.length}`;
    document.getElementById('previous').disabled = state.page === 0;
    document.getElementById('next').disabled = state.page === pages.length - 1;
    showHint();
    if (!first) { main.scrollTo(0, 0); main.querySelector('.current h2').focus({ preventScroll: true }); }
  }

  /* ---- Where a number comes from ---- */
  function showHint() {
    main.querySelectorAll('.read, .asked').forEach((cell) => cell.classList.remove('read', 'asked'));
    why.replaceChildren(make('p', { class: 'hint' }, say('hint')));
  }

  function positionOf(tensor, k) {
    const cell = [];
    for (let axis = tensor.axes.length - 1; axis >= 0; axis -= 1) {
      cell.unshift(tensor.shown[axis][k % tensor.shown[axis].length]);
      k = Math.floor(k / tensor.shown[axis].length);
    }
    return `${tensor.name}[${cell.join(',')}]`;
  }

  function explain(node) {
    showHint();
    const figure = node.closest('.tensor');
    const block = node.closest('.step-of');
    const k = Number(node.dataset.k);
    const other = block && block.dataset.variant ? data.variants.find((each) => each.id === block.dataset.variant) : node.closest('.variant') && variant();
    const tensor = (other && other.tensors.get(figure.dataset.tensor)) || tensors.get(figure.dataset.tensor);
    node.classList.add('asked');
    if (!tensor.cells) {
      why.replaceChildren(make('p', { class: 'why-line last' }, `${positionOf(tensor, k)} = ${tensor.values[k]} ${say('given_cell')}`));
      return;
    }
    const cell = tensor.cells[k];
    if (block && figure.classList.contains('result')) {
      for (const [operand, number] of cell.reads) {
        for (const part of block.querySelectorAll(`[data-operand="${operand}"] td[data-k="${number}"]`)) part.classList.add('read');
      }
    }
    const lines = cell.lines.map((line, i) => make('p', { class: `why-line${i === cell.lines.length - 1 ? ' last' : ''}` },
      line.replace(/⟦(\d+)\|([^⟧]*)⟧/, (_, count, sum) => say('more', count, sum))));
    const heads = (cell.groups || []).map((group) => say('inHead', group.head, group.sum)).join('; ');
    const rest = [heads, cell.reason ? read(cell.reason) : '', cell.place ? say('place', cell.place) : '', cell.hidden ? say('hidden', cell.hidden) : ''];
    why.replaceChildren(...lines, ...rest.filter(Boolean).map((text) => make('p', { class: 'hint' }, text)));
  }

  const cellAt = (event) => event.target.closest && event.target.closest('td[data-k]');
  main.addEventListener('pointerover', (event) => { if (cellAt(event)) explain(cellAt(event)); });
  main.addEventListener('pointerleave', () => { const focused = document.activeElement; if (focused && focused.matches('td[data-k]')) explain(focused); else showHint(); });
  main.addEventListener('click', (event) => { const cell = cellAt(event); if (cell) moveTo(cell); });
  main.addEventListener('focusin', (event) => { if (cellAt(event)) explain(cellAt(event)); });

  function moveTo(cell) {
    cell.closest('table').querySelectorAll('td[tabindex="0"]').forEach((each) => { each.tabIndex = -1; });
    cell.tabIndex = 0;
    cell.focus();
  }

  /* From a cell with an arrow key; past the table's edge into the next table. */
  function moveInTable(cell, key) {
    const rows = [...cell.closest('tbody').rows].map((row) => [...row.querySelectorAll('td[data-k]')]).filter((row) => row.length);
    const y = rows.findIndex((row) => row.includes(cell));
    const x = rows[y].indexOf(cell);
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
    const target = (rows[y + step[0]] || [])[x + step[1]];
    if (target) moveTo(target);
  }

  /* ---- Keys and buttons ---- */
  function togglePresenter() {
    const on = document.body.classList.toggle('presenting');
    document.getElementById('presenter').setAttribute('aria-pressed', String(on));
  }
  function toggleTheme() {
    document.documentElement.dataset.theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  }
  function toggleLanguage() {
    go(state.page, { lang: state.lang === 'zh' ? 'en' : 'zh' });
  }

  const actions = {
    ArrowRight: () => go(state.page + 1), PageDown: () => go(state.page + 1), ' ': (event) => go(state.page + (event.shiftKey ? -1 : 1)),
    ArrowLeft: () => go(state.page - 1), PageUp: () => go(state.page - 1), Home: () => go(0), End: () => go(pages.length - 1),
    n: togglePresenter, l: toggleLanguage,
    a: () => { const button = main.querySelector('.current .reveal'); if (button) button.click(); },
    Escape: () => { main.querySelector('.current h2').focus({ preventScroll: true }); showHint(); },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches('select, input, textarea')) return;
    if (event.key === ' ' && event.target.matches('button, a, summary')) return;
    const cell = cellAt(event);
    if (cell && event.key.startsWith('Arrow')) { event.preventDefault(); moveInTable(cell, event.key); return; }
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });

  document.documentElement.dataset.theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  window.addEventListener('hashchange', () => follow(false));
  follow(true);
})();
