/**
 * A name under which a device stores something is made in `src/web/lib/stored-names/`: earlier versions have written it, and
 * a test there pins it.
 */

/** Functions that take such names, in any argument … */
const takers =
  /^(?:use(?:Draft|ReturnedDraft|FilesDraft|SaveStatus|Requests|Claim)|(?:read|write|replace|watch|keep)Draft|dropKept|claim|createStore)$/;
/** … and methods, by the end of what they belong to. */
const methods = {
  localStorage: /^(?:get|set|remove)Item$/,
  sessionStorage: /^(?:get|set|remove)Item$/,
  caches: /^(?:open|has|delete)$/,
  indexedDB: /^(?:open|deleteDatabase)$/,
  locks: /^request$/,
};
const constructors = new Set(['BroadcastChannel']);
/** Properties and attributes that hold one. */
const holders = new Set(['draftKey', 'fileDraft', 'cacheName']);

const nameOf = (node) =>
  node.type === 'MemberExpression' ? (node.computed ? node.property.value : node.property.name) : node.name;

/** @type {import('oxlint/plugins').Rule} */
export const storedNames = {
  meta: {
    type: 'problem',
    docs: { description: 'names of stored things are made in one folder, where a test pins them' },
    messages: {
      literal: 'Make this name in src/web/lib/stored-names/: devices have stored it, and it never changes.',
    },
  },
  create(context) {
    /** @type {Map<string, any[]>} */
    const values = new Map();
    /** @type {any[]} */
    const used = [];
    const declare = (id, value) => {
      if (id?.type === 'Identifier' && value) values.set(id.name, [...(values.get(id.name) ?? []), value]);
      if (id?.type === 'ArrayPattern' && value?.type === 'ArrayExpression')
        id.elements.forEach((one, i) => declare(one, value.elements[i]));
    };

    /** The literal that an expression is made from in this file, if any. */
    function literalOf(node, seen = new Set()) {
      if (node === null || node === undefined || seen.has(node)) return undefined;
      seen.add(node);
      const first = (...nodes) => {
        for (const one of nodes) {
          const found = literalOf(one, seen);
          if (found !== undefined) return found;
        }
        return undefined;
      };
      switch (node.type) {
        case 'Literal':
          return typeof node.value === 'string' && node.value !== '' ? node : undefined;
        case 'TemplateLiteral':
          return node;
        case 'BinaryExpression':
          return first(node.left, node.right);
        case 'ConditionalExpression':
          return first(node.consequent, node.alternate);
        case 'LogicalExpression':
          return first(node.left, node.right);
        case 'ArrowFunctionExpression':
          return node.body.type === 'BlockStatement' ? undefined : literalOf(node.body, seen);
        case 'CallExpression':
          return node.callee.type === 'Identifier' ? literalOf(node.callee, seen) : undefined;
        case 'Identifier':
          return first(...(values.get(node.name) ?? []));
        case 'JSXExpressionContainer':
        case 'TSAsExpression':
        case 'TSNonNullExpression':
          return literalOf(node.expression, seen);
        default:
          return undefined;
      }
    }

    return {
      VariableDeclarator({ id, init }) {
        declare(id, init);
      },
      CallExpression({ callee, arguments: given }) {
        const name = nameOf(callee);
        if (callee.type === 'Identifier' && takers.test(name)) {
          // The others are texts.
          used.push(...(/^(?:createStore|useSaveStatus)$/.test(name) ? given : given.slice(0, 1)));
        }
        if (callee.type !== 'MemberExpression') return;
        const owner = nameOf(callee.object) ?? '';
        if (Object.hasOwn(methods, owner) && methods[owner].test(name)) used.push(given[0]);
      },
      NewExpression({ callee, arguments: given }) {
        if (constructors.has(nameOf(callee))) used.push(given[0]);
      },
      JSXAttribute({ name, value }) {
        if (holders.has(name.name)) used.push(value);
      },
      ObjectExpression({ properties }) {
        const named = new Map(properties.map((one) => [one.key?.name ?? one.key?.value, one]));
        for (const [name, { value }] of named) if (holders.has(name)) used.push(value);
        // Of a request to the outbox.
        if (named.has('label') || named.has('call')) used.push(named.get('subject')?.value);
        for (const { computed, key } of named.get('drafts')?.value?.properties ?? [])
          if (computed || key?.type === 'Literal') used.push(key);
      },
      'Program:exit'() {
        for (const node of used) {
          const literal = literalOf(node);
          if (literal !== undefined) context.report({ node: literal, messageId: 'literal' });
        }
      },
    };
  },
};
