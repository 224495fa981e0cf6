'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const words = {
  en: {
    start: 'Start', given: 'Given', training: 'Learning curves', summary: 'Summary', previous: 'Previous', next: 'Next',
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
    stride: 'One step along {} is {} further in memory.', lie: 'Strides {}, {}. ', space: ' ', view: 'A view of {}: the same memory, nothing copied.',
    contiguous: 'contiguous', notContiguous: 'not contiguous', parameters: 'Parameters', flops: 'Operations',
    strides: 'Strides', nextUp: 'Next', name: 'Name', axes: 'Axes', kind: 'Made by', total: '{} parameters in all.',
    leftOut: '{} left out', differs: 'Underlined numbers differ from the lesson’s.', seed: 'numbers of seed {}', rounded: '≈ means that the numbers shown are rounded.',
  },
  zh: {
    start: '开始', given: '已知', training: '学习曲线', summary: '总览', previous: '上一步', next: '下一步',
    language: 'English', presenter: '讲稿（n）', theme: '明/暗', steps: '步骤',
    variant: '对照变体', none: '（不对照）', step: '第 {} 步', head: '头', axis: '轴',
    result: '结果', operand: '读取', minutes: '约 {} 分钟', sizes: '大小', question: '问题',
    show: '看答案（a）', answer: '答案：', more: '… 另外 {} 项，合计 {} …',
    hidden: '还读取了 {} 个数，这里没有画出来。', inHead: '其中头 {}：{}',
    place: '在内存中的偏移量：{}。', hint: '把鼠标移到一个数上，或用 Tab 和方向键选中它，就能看到它是怎么算出来的。',
    keys: '按键：→ 和空格往后，← 往前，Home 和 End 跳到两头，a 看答案，n 看讲稿，l 切换语言。',
    given_cell: '是已知的。', blocked: '被遮住（−∞）', same: '在这个变体里完全相同。',
    gone: '这个变体没有这一步。', memory: '内存', reading: '按这个顺序读',
    inMemory: '内存里的位置', before: '之前：{}', after: '之后：{}', copied: '复制',
    stride: '沿 {} 走一步，在内存里前进 {}。', lie: '步长 {}，{}。', space: '', view: '是 {} 的视图：同一块内存，没有复制。',
    contiguous: '连续', notContiguous: '不连续', parameters: '参数', flops: '运算次数',
    strides: '步长', nextUp: '下一步', name: '名称', axes: '各轴', kind: '运算', total: '共 {} 个参数。',
    leftOut: '略去 {}', differs: '带下划线的数与本课原来的不同。', seed: '种子 {} 的数字', rounded: '≈ 表示写出的数字经过四舍五入。',
  },
};
// Maps, since a tensor may be called `constructor`.
for (const each of data.variants) each.tensors = new Map(Object.entries(each.tensors));
const tensors = new Map([...data.inputs, ...data.steps].map((tensor) => [tensor.name, tensor]));
const pages = ['-start', '-given', ...data.steps.map((step) => step.name), ...(data.training ? ['-training'] : []), '-summary'];
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
