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
  figure.append(make('p', {}, say('lie', `[${step.strides.join(', ')}]`, say(step.contiguous ? 'contiguous' : 'notContiguous')) + moves.join(say('space'))));
  return figure;
}
