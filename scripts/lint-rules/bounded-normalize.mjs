/** Normalises paths, not letters. */
const paths = /^(?:path|posix|win32)$/;

/** @type {import('oxlint/plugins').Rule} */
export const boundedNormalize = {
  meta: {
    type: 'problem',
    docs: { description: 'a long run of marks is normalised in quadratic time' },
    messages: {
      unbounded:
        'Use normalizeText of src/contract/normalize-text.ts: a long run of marks holds the thread here.',
    },
  },
  create(context) {
    return {
      MemberExpression(node) {
        const { object, property } = node;
        if ((node.computed ? property.value : property.name) !== 'normalize') return;
        const owner = object.type === 'MemberExpression' ? object.property.name : object.name;
        if (!paths.test(owner ?? '')) context.report({ node, messageId: 'unbounded' });
      },
    };
  },
};
