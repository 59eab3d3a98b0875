/**
 * Over plain http, on a name that is no loopback, browsers have none of these: who uses one has another way. Files that have it
 * are listed in `.oxlintrc.json`.
 */
const restricted = {
  crypto: /^(?:randomUUID|subtle)$/,
  navigator:
    /^(?:clipboard|credentials|locks|mediaDevices|serviceWorker|share|storage|storageBuckets|wakeLock|geolocation)$/,
};
const globals = new Set(['caches', 'cookieStore', 'PublicKeyCredential', 'Notification']);
const owners = new Set(['window', 'globalThis', 'self']);

/** @type {import('oxlint/plugins').Rule} */
export const secureContext = {
  meta: {
    type: 'problem',
    docs: { description: 'what browsers have in secure contexts only has another way' },
    messages: {
      restricted:
        '{{what}} is missing over plain http: give it another way, and list the file in .oxlintrc.json.',
    },
  },
  create(context) {
    const report = (node, what) => context.report({ node, messageId: 'restricted', data: { what } });
    const reportGlobal = ({ callee }) => {
      if (callee.type === 'Identifier' && globals.has(callee.name)) report(callee, callee.name);
    };
    return {
      MemberExpression(node) {
        const { object, property } = node;
        const name = node.computed ? property.value : property.name;
        const owner = object.type === 'MemberExpression' ? object.property.name : object.name;
        if (Object.hasOwn(restricted, owner ?? '') && restricted[owner].test(name))
          report(node, `${owner}.${name}`);
        else if (owners.has(owner) && globals.has(name)) report(node, name);
        else if (object.type === 'Identifier' && globals.has(object.name)) report(node, object.name);
      },
      CallExpression: reportGlobal,
      NewExpression: reportGlobal,
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier') return;
        if (!Object.hasOwn(restricted, init.name)) return;
        for (const { key } of id.properties)
          if (restricted[init.name].test(key?.name)) report(id, `${init.name}.${key.name}`);
      },
    };
  },
};
