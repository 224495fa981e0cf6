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
  if (step.formula) block.append(make('p', { class: 'formula' }, read(step.formula)));
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
  add(say('nextUp'), next ? `${next.name}: ${read(next.formula)}` : say('summary'));
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
  part.append(make('p', { class: 'axes secret' }, axesText(step)), // A view's formula tells its shape.
    make('p', { class: `formula${asks && step.op === 'view' ? ' secret' : ''}` }, read(step.formula)),
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

/* What training the lesson's models gave. The picture is ours; DOMParser runs no script. */
function trainingSlide() {
  if (!data.training) return [];
  const drawn = new DOMParser().parseFromString(read(data.training.picture), 'image/svg+xml').documentElement;
  const picture = document.importNode(drawn, true);
  const [names, ...rows] = read(data.training.table);
  const table = make('table', { class: 'summary' },
    make('thead', {}, make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name)))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, make('th', { scope: 'row' }, row[0]), ...row.slice(1).map((cell) => make('td', {}, cell))))));
  return [slide('-training', title('-training', say('training')), make('div', { class: 'scroll picture', tabindex: '0' }, picture), make('div', { class: 'scroll', tabindex: '0' }, table),
    make('p', { class: 'hint' }, read(data.training.how)), make('p', { class: 'note' }, read(data.training.caveat)))];
}

function build() {
  main.replaceChildren(startSlide(), givenSlide(), ...data.steps.map(stepSlide), ...trainingSlide(), summarySlide());
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
  const names = new Map([['-start', say('start')], ['-given', say('given')], ['-training', say('training')], ['-summary', say('summary')]]);
  const items = pages.map((id, i) => make('li', {}, make('a', { href: address(id), 'data-page': id }, names.get(id) || `${data.steps[i - 2].index} ${id}`)));
  const nav = document.getElementById('steps');
  nav.setAttribute('aria-label', say('steps'));
  nav.replaceChildren(make('ol', {}, ...items));
}
