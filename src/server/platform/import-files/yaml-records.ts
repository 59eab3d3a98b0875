import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Node } from 'yaml';
import { z } from 'zod';
import {
  issueMessage,
  locate,
  type ImportError,
  type Place,
  type Placed,
  type SourceLocation,
} from './source-location.ts';

/** Each costs a walk through the file. */
const mostAliases = 100;

/**
 * Adds errors to `faults`; returns valid records.
 * @param schema of one record; messages follow the field's name
 */
export function readYamlRecords<S extends z.ZodObject>(
  file: string,
  text: string,
  schema: S,
  faults: ImportError[],
): Placed<z.output<S>>[] {
  const lines = new LineCounter();
  const locationOf = (offset: number): SourceLocation => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false });
  // After a syntax error only duplicate keys are certain.
  const firstError = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  for (const error of [...document.errors, ...document.warnings]) {
    if (error.code !== 'DUPLICATE_KEY' && firstError !== undefined && error !== firstError) continue;
    faults.push({ ...locationOf(error.pos[0]), message: `not valid YAML: ${error.message}` });
  }
  if (document.errors.length > 0) return [];
  const allowed = keysAt(schema, []).join(', ');
  const list = document.contents;
  if (!isSeq(list)) {
    const start = isNode(list) ? (list.range?.[0] ?? 0) : 0;
    faults.push({
      ...locationOf(start),
      message: `must be a list of entries, each with the keys ${allowed}`,
    });
    return [];
  }

  const records: Placed<z.output<S>>[] = [];
  let aliases = 0;
  visit(document, {
    Alias(_, { range }) {
      aliases += 1;
      if (aliases <= mostAliases) return;
      const message = `has more than ${mostAliases} aliases (*); write the values instead`;
      faults.push({ ...locationOf(range?.[0] ?? 0), message });
      return visit.BREAK;
    },
  });
  if (aliases > mostAliases) return [];
  for (const item of list.items as Node[]) {
    const place = placeOf(item, lines);
    const { at } = locate(file, { value: null, place });
    if (!isMap(item)) {
      faults.push({ ...at(), message: `must be an entry with the keys ${allowed}` });
      continue;
    }
    let value: unknown;
    try {
      value = item.toJS(document);
    } catch (error) {
      faults.push({
        ...at(),
        message: `not valid YAML: ${error instanceof Error ? error.message : String(error)}`,
      });
      continue;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) {
      records.push({ value: parsed.data, place });
      continue;
    }
    for (const issue of parsed.error.issues) {
      if (issue.code === 'unrecognized_keys') {
        const known = keysAt(schema, issue.path).join(', ');
        for (const key of issue.keys) {
          faults.push({ ...at(...issue.path, key), message: `unknown key "${key}"; allowed: ${known}` });
        }
      } else {
        faults.push({ ...at(...issue.path), message: issueMessage(issue) });
      }
    }
  }
  return records;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let part = schema;
  const unwrap = () => {
    while (part instanceof z.ZodOptional) part = part.unwrap() as z.ZodType;
  };
  for (const key of path) {
    unwrap();
    if (part instanceof z.ZodObject) part = part.shape[String(key)] as z.ZodType;
    else if (part instanceof z.ZodArray) part = part.element as z.ZodType;
  }
  unwrap();
  return part instanceof z.ZodObject ? Object.keys(part.shape) : [];
}

/** The key's, where a value is missing. */
function placeOf(node: Node, lines: LineCounter): Place {
  const { line, col } = lines.linePos(node.range?.[0] ?? 0);
  const place: Place = { line: Math.max(line, 1), column: Math.max(col, 1) };
  const parts: [string, Place][] = [];
  if (isMap(node))
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      parts.push([String(key.value), placeOf(isNode(value) && value.range ? value : key, lines)]);
    }
  else if (isSeq(node))
    for (const [index, item] of node.items.entries())
      if (isNode(item)) parts.push([String(index), placeOf(item, lines)]);
  if (parts.length > 0) place.parts = Object.fromEntries(parts);
  return place;
}
