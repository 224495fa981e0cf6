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

/* ---- On paper ---- */
const paper = { mm: 186, least: 0.3, step: 0.94 };

/* Every slide as large as fits one page. */
function layOnPaper() {
  document.documentElement.classList.add('on-paper');
  const ruler = make('div');
  ruler.style.height = `${paper.mm}mm`;
  main.append(ruler);
  const room = ruler.getBoundingClientRect().height;
  ruler.remove();
  for (const slide of main.children) {
    for (let zoom = 1; zoom > paper.least; zoom *= paper.step) {
      slide.style.zoom = zoom;
      if (slide.getBoundingClientRect().height <= room) break;
    }
  }
}
function takeOffPaper() {
  document.documentElement.classList.remove('on-paper');
  for (const slide of main.children) slide.style.zoom = '';
}
addEventListener('beforeprint', layOnPaper);
addEventListener('afterprint', takeOffPaper);

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
