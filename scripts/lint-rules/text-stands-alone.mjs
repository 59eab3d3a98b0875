/**
 * Text beside something that comes and goes stands in an element of its own. A browser's translation replaces each text node
 * by an element: React then fails to remove the node, or to insert before it, and the screen with it, and changes of it
 * are not seen. The only child of an element is safe, for React sets it as the content of that element.
 *
 * What a component renders for a child or a prop is not known here: component tests look at the text nodes themselves
 * (`tests/support/guard-text-nodes.ts`).
 */

/** A JSX text as React gets it: lines trimmed and joined. */
function shownText(raw) {
  const lines = raw.split(/\r\n|\n|\r/);
  return lines
    .map((line, i) => {
      const start = i === 0 ? line : line.trimStart();
      return i === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== '')
    .join(' ');
}

/**
 * What an expression may render: `text`, `nothing`, `element`, or `unknown`.
 * @param {any} node
 * @param {ReadonlySet<string>} elements names that hold elements or nothing
 * @returns {string[]} one for each branch
 */
function branches(node, elements) {
  switch (node.type) {
    case 'LogicalExpression':
      return node.operator === '&&'
        ? ['nothing', ...branches(node.right, elements)]
        : [...branches(node.left, elements), ...branches(node.right, elements)];
    case 'ConditionalExpression':
      return [...branches(node.consequent, elements), ...branches(node.alternate, elements)];
    case 'Literal':
      if (typeof node.value === 'string') return [node.value === '' ? 'nothing' : 'text'];
      return [typeof node.value === 'number' ? 'text' : 'nothing'];
    case 'TemplateLiteral':
      return ['text'];
    case 'JSXElement':
    case 'JSXFragment':
      return ['element'];
    case 'Identifier':
      if (node.name === 'undefined') return ['nothing'];
      return elements.has(node.name) ? ['nothing', 'element'] : ['unknown'];
    case 'ArrayExpression':
      return node.elements.flatMap((one) => branches(one, elements));
    case 'CallExpression': {
      const { callee } = node;
      if (callee.name === 'cloneElement' || callee.name === 'createPortal') return ['element'];
      const [first] = node.arguments;
      const isList = callee.type === 'MemberExpression' && /^(?:map|flatMap)$/.test(callee.property.name);
      if (!isList) {
        const isKnown = callee.type === 'Identifier' && elements.has(callee.name);
        return isKnown ? ['nothing', 'element'] : ['unknown'];
      }
      return [
        'nothing',
        ...(first?.body ? returnsOf(first).flatMap((one) => branches(one, elements)) : ['unknown']),
      ];
    }
    case 'MemberExpression':
      return node.object.type === 'Identifier' && elements.has(node.object.name)
        ? ['nothing', 'element']
        : ['unknown'];
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return branches(node.expression, elements);
    default:
      return ['unknown'];
  }
}

const isFunction = (node) =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node?.type ?? '');

/** What a function returns, without the functions in it. */
function returnsOf(fn) {
  if (fn.body.type !== 'BlockStatement') return [fn.body];
  const found = [];
  const look = (node) => {
    if (node === null || typeof node !== 'object' || isFunction(node)) return;
    if (node.type === 'ReturnStatement' && node.argument !== null) found.push(node.argument);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'parent') continue;
      if (Array.isArray(child)) child.forEach(look);
      else if (typeof child?.type === 'string') look(child);
    }
  };
  look(fn.body);
  return found;
}

/** The children of which React makes something, each with what it may be; blanks are nobody's to translate. */
function childrenOf(node, elements) {
  return node.children.flatMap((child) => {
    if (child.type === 'JSXText')
      return shownText(child.value).trim() === '' ? [] : [{ node: child, is: ['text'], isFixed: true }];
    if (child.type !== 'JSXExpressionContainer') return [{ node: child, is: ['element'], isFixed: true }];
    const { expression } = child;
    if (expression.type === 'JSXEmptyExpression') return [];
    if (expression.type === 'Literal' && typeof expression.value === 'string')
      return expression.value.trim() === '' ? [] : [{ node: child, is: ['text'], isFixed: true }];
    return [{ node: child, is: branches(expression, elements), isFixed: false }];
  });
}

/** The elements that an expression may be, of all its branches. */
function elementsOf(node) {
  switch (node?.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [node];
    case 'LogicalExpression':
      return [...elementsOf(node.left), ...elementsOf(node.right)];
    case 'ConditionalExpression':
      return [...elementsOf(node.consequent), ...elementsOf(node.alternate)];
    default:
      return [];
  }
}

const nameOf = ({ openingElement }) =>
  openingElement === undefined
    ? ''
    : JSON.stringify(openingElement.name, ['type', 'name', 'object', 'property']);

const keyOf = ({ openingElement }) =>
  openingElement?.attributes.find(({ name }) => name?.name === 'key')?.value?.value;

/**
 * The first of two elements in the same place of which React makes one, whose text is not its only child.
 * @returns {any} undefined where each has its own, or a text that is set as a whole
 */
function sharedText(a, b) {
  if (nameOf(a) !== nameOf(b) || keyOf(a) !== keyOf(b)) return undefined;
  const [ones, others] = [a, b].map((node) => childrenOf(node, new Set()));
  for (const children of [ones, others])
    if (children.length > 1 && children.some(mayBe('text'))) return children === ones ? a : b;
  for (const [i, { node }] of ones.entries()) {
    const other = others[i]?.node;
    if (other === undefined || node.children === undefined || other.children === undefined) continue;
    const shared = sharedText(node, other);
    if (shared !== undefined) return shared;
  }
  return undefined;
}

const varies = ({ is }) => new Set(is).size > 1;
const mayBe = (kind) => (child) => child.is.includes(kind);

/** @type {import('oxlint/plugins').Rule} */
export const textStandsAlone = {
  meta: {
    type: 'problem',
    docs: { description: 'text beside something that comes and goes stands in an element of its own' },
    messages: {
      fragment:
        'Text at the root of a fragment may be removed alone, which fails in a translated page: use a <span>.',
      returned: 'A component that returns bare text fails in a translated page: return a <span>.',
      beside:
        'Text beside an expression fails, or is not updated, in a translated page: put it into a <span>, or make all of it one template.',
      branch:
        'A branch that is bare text beside other children fails in a translated page: put it into a <span>.',
      shared:
        'Another branch has the same element in this place: React keeps it, and changes or removes this text alone. Give one a key, or the text a <span>.',
      value:
        'If this is text it fails in a translated page, beside something that comes and goes: put it into an element.',
    },
  },
  create(context) {
    const nodes = [];
    const functions = [];
    /** @type {Map<string, any[]>} */
    const values = new Map();
    const declare = (name, value) => values.set(name, [...(values.get(name) ?? []), value]);
    const look = (node) => void nodes.push(node);
    const conditions = [];
    const lookAtFunction = (node) => void functions.push(node);
    return {
      JSXElement: look,
      JSXFragment: look,
      ConditionalExpression: (node) => void conditions.push(node),
      FunctionDeclaration: lookAtFunction,
      ArrowFunctionExpression: lookAtFunction,
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init !== null) declare(id.name, init);
      },
      'Program:exit'() {
        /** Names that hold elements, or a hook's parts of a screen. */
        const elements = new Set();
        const isHook = (value) =>
          value.type === 'CallExpression' && /^use[A-Z]/.test(value.callee.name ?? '');
        const holdsElements = (value) =>
          isHook(value) ||
          (isFunction(value) ? returnsOf(value) : [value])
            .flatMap((one) => branches(one, elements))
            .every((kind) => kind === 'element' || kind === 'nothing');
        for (const fn of functions) if (fn.id) declare(fn.id.name, fn);
        for (const [name, all] of values) if (all.every(holdsElements)) elements.add(name);

        for (const fn of functions) {
          const name =
            fn.id?.name ?? (fn.parent?.type === 'VariableDeclarator' ? fn.parent.id.name : undefined);
          if (!/^[A-Z]/.test(name ?? '')) continue;
          for (const returned of returnsOf(fn))
            if (branches(returned, elements).includes('text'))
              context.report({ node: returned, messageId: 'returned' });
        }
        const shared = new Set();
        for (const all of [
          ...conditions.map(elementsOf),
          ...functions.map((fn) => returnsOf(fn).flatMap(elementsOf)),
        ])
          for (const [i, one] of all.entries())
            for (const other of all.slice(i + 1)) shared.add(sharedText(one, other));
        for (const node of shared) if (node !== undefined) context.report({ node, messageId: 'shared' });
        for (const node of nodes) {
          const children = childrenOf(node, elements);
          const isFragment = node.type === 'JSXFragment';
          const isAmongOthers = children.length > 1;
          for (const child of children) {
            const others = children.filter((one) => one !== child);
            const report = (messageId) => context.report({ node: child.node, messageId });
            if (mayBe('text')(child) && isFragment) report('fragment');
            else if (!isAmongOthers) continue;
            else if (mayBe('text')(child)) {
              if (!child.isFixed) report(varies(child) ? 'branch' : 'beside');
              else if (others.some(({ isFixed }) => !isFixed)) report('beside');
            } else if (mayBe('unknown')(child) && (varies(child) ? others.length > 0 : others.some(varies)))
              report('value');
          }
        }
      },
    };
  },
};
