/**
 * For component tests: what React may not do with a text node that a browser's translation has replaced fails the test, as
 * stray output does. Only text that is not the only child of its element has a node that React knows.
 */
const isReacts = (node: unknown): boolean =>
  node instanceof Node && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

const isText = (node: unknown): node is Text =>
  node instanceof Text && isReacts(node) && node.data.trim() !== '' && isReacts(node.parentNode);

function report(what: string, text: Text): void {
  const parent = text.parentElement?.outerHTML ?? '';
  // eslint-disable-next-line no-console
  console.error(
    `In a translated page this fails: "${text.data}" ${what}. Give it an element of its own: ${parent}`,
  );
}

const { removeChild, insertBefore } = Node.prototype;
Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
  if (isText(child)) report('is removed', child);
  return removeChild.call(this, child) as T;
};
Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
  if (isText(next)) report('gets a sibling before it', next);
  if (isText(node)) report('moves', node);
  return insertBefore.call(this, node, next) as T;
};

for (const name of ['nodeValue', 'data'] as const) {
  const property = Object.getOwnPropertyDescriptor(CharacterData.prototype, name);
  if (property?.set === undefined) continue;
  const { set } = property;
  Object.defineProperty(CharacterData.prototype, name, {
    ...property,
    set(this: CharacterData, value: string) {
      if (isText(this) && value !== this.data) report(`changes to "${value}"`, this);
      set.call(this, value);
    },
  });
}
