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
  // Where an axis is made of heads, the first row of each says which.
  let before = null;
  const rowLabel = (row) => {
    const begins = row.head !== null && row.head !== undefined && !isHeads(tensor.axes[last - 1]) && row.head !== before;
    before = row.head;
    return begins ? `${say('head')} ${row.head} · ${row.position}` : String(row.position);
  };
  const body = make('tbody');
  for (const row of rows) {
    if (!row) { body.append(make('tr', {}, make('td', { class: 'gap' }, '…'), ...columns.map(() => make('td', { class: 'gap' }, '…')))); continue; }
    const line = make('tr', {}, hasRows ? make('th', { scope: 'row', class: headClass(row.head).trim() }, rowLabel(row)) : make('td', { class: 'gap' }));
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
