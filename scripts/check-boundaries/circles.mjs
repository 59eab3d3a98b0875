/**
 * Groups of files each of which imports, in one or more steps, every other: Tarjan's strongly connected components.
 * @param {Map<string, string[]>} graph a file's imports
 * @returns {string[][]} groups of two or more, and files that import themselves
 */
function connectedGroups(graph) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const groups = [];
  function visit(file) {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || graph.get(file)?.includes(file)) groups.push(group);
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups;
}

/** The shortest way from a file back to itself, by breadth-first search. */
function shortestCircleFrom(start, graph) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

/**
 * Circles of imports.
 * @param {Map<string, string[]>} graph a file's imports, types too
 * @returns {string[]} a line for each group of files that import each other: its size and one shortest circle
 */
export function circles(graph) {
  return connectedGroups(graph).map((group) => {
    const [shortest] = group
      .map((file) => shortestCircleFrom(file, graph))
      .sort((a, b) => a.length - b.length || a.join().localeCompare(b.join()));
    return `${shortest[0]}: ${group.length} ${group.length === 1 ? 'file imports itself' : 'files import each other'} (${shortest.join(' -> ')}); move what they share into a file that imports neither`;
  });
}
