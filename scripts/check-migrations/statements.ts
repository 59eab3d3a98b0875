import type { Node, RangeVar, SelectStmt } from 'libpg-query';
import { alteredTable } from './alter-table.ts';
import type { Finding, Rule } from './rules.ts';

/** What a step has done so far: what it made itself is in nobody's use. */
export type StepSoFar = {
  tables: Set<string>;
  constraints: Set<string>;
  /** Triggers and functions that it drops, by kind and name; those that it makes again leave the set. */
  dropped: Set<string>;
  isOutsideTransaction: boolean;
};

/** Statements that lock nothing which others wait for, or no longer than they take. */
const short = new Set(['CommentStmt', 'CreateSeqStmt', 'SelectStmt', 'CreateEnumStmt', 'CreateStatsStmt']);
const byStatement: Record<string, Rule> = {
  UpdateStmt: 'rows-of-a-table-in-use',
  DeleteStmt: 'rows-of-a-table-in-use',
  MergeStmt: 'rows-of-a-table-in-use',
  CreateTableAsStmt: 'rows-of-a-table-in-use',
  RenameStmt: 'takes-away',
  TruncateStmt: 'takes-away',
  LockStmt: 'explicit-lock',
  VacuumStmt: 'rewrites-table',
  ReindexStmt: 'rewrites-table',
  RepackStmt: 'rewrites-table',
  ClusterStmt: 'rewrites-table',
  RefreshMatViewStmt: 'rewrites-table',
};

const nameOf = (table: RangeVar | undefined) => table?.relname ?? '';
const lastName = (names: readonly Node[] = []): string => {
  const last = names.at(-1);
  if (last === undefined) return '';
  if ('String' in last) return last.String.sval ?? '';
  if ('List' in last) return lastName(last.List.items);
  return 'ObjectWithArgs' in last ? lastName(last.ObjectWithArgs.objname) : '';
};

/** Whether rows come from a query, and not from the statement itself. */
function isFromQuery(select: SelectStmt | undefined): boolean {
  return (
    select !== undefined && (select.valuesLists ?? []).length === 0 && (select.fromClause ?? []).length > 0
  );
}

function* index(name: string, concurrent: boolean, table: string, step: StepSoFar): Generator<Finding> {
  const what = `builds index ${name} on ${table}`;
  if (!concurrent && !step.tables.has(table)) yield { rule: 'index-blocks-writes', what };
  if (concurrent && !step.isOutsideTransaction) yield { rule: 'concurrently-in-transaction', what };
}

function* drop(node: Extract<Node, { DropStmt: unknown }>, step: StepSoFar): Generator<Finding> {
  const { removeType = '', objects = [], concurrent = false } = node.DropStmt;
  const kind = removeType.replace('OBJECT_', '').toLowerCase();
  for (const object of objects) {
    const name = lastName([object]);
    const what = `drops ${kind} ${name}`;
    if (kind === 'trigger' || kind === 'function') step.dropped.add(`${kind} ${name}`);
    else if (kind !== 'index') yield { rule: 'takes-away', what };
    else if (concurrent && !step.isOutsideTransaction) yield { rule: 'concurrently-in-transaction', what };
    else if (!concurrent) yield { rule: 'index-drop-blocks', what };
  }
}

function* inAnyStep(node: Node, step: StepSoFar): Generator<Finding> {
  const [kind = ''] = Object.keys(node);
  if ('CreateStmt' in node) {
    step.tables.add(nameOf(node.CreateStmt.relation));
  } else if ('CreateTrigStmt' in node) {
    step.dropped.delete(`trigger ${node.CreateTrigStmt.trigname}`);
  } else if ('CreateFunctionStmt' in node) {
    step.dropped.delete(`function ${lastName(node.CreateFunctionStmt.funcname)}`);
  } else if ('AlterTableStmt' in node) {
    const table = nameOf(node.AlterTableStmt.relation);
    if (step.tables.has(table)) return;
    for (const command of node.AlterTableStmt.cmds ?? []) {
      if ('AlterTableCmd' in command) yield* alteredTable(command.AlterTableCmd, step.constraints);
    }
  } else if ('IndexStmt' in node) {
    const { idxname = '', concurrent = false, relation } = node.IndexStmt;
    yield* index(idxname, concurrent, nameOf(relation), step);
  } else if ('DropStmt' in node) {
    yield* drop(node, step);
  } else if ('InsertStmt' in node) {
    const { relation, selectStmt } = node.InsertStmt;
    const isQuery =
      selectStmt !== undefined && 'SelectStmt' in selectStmt && isFromQuery(selectStmt.SelectStmt);
    if (isQuery) yield { rule: 'rows-of-a-table-in-use', what: `fills ${nameOf(relation)} by a query` };
  } else if ('VariableSetStmt' in node) {
    const { name = '' } = node.VariableSetStmt;
    if (/timeout/.test(name)) yield { rule: 'own-timeouts', what: `sets ${name}` };
  } else if ('UpdateStmt' in node && step.tables.has(nameOf(node.UpdateStmt.relation))) {
    return;
  } else if (byStatement[kind] !== undefined) {
    yield { rule: byStatement[kind], what: kind.replace(/Stmt$/, '') };
  } else if (!short.has(kind)) {
    yield { rule: 'unknown-statement', what: kind.replace(/Stmt$/, '') };
  }
}

function isRepeatable(node: Node): boolean {
  if ('IndexStmt' in node) return true;
  if ('DropStmt' in node)
    return node.DropStmt.removeType === 'OBJECT_INDEX' && node.DropStmt.missing_ok === true;
  if (!('AlterTableStmt' in node)) return false;
  return (node.AlterTableStmt.cmds ?? []).every(
    (command) => 'AlterTableCmd' in command && command.AlterTableCmd.subtype === 'AT_ValidateConstraint',
  );
}

/** What a statement does against the rules, in a step that has done something before. */
export function* statementAmiss(node: Node, step: StepSoFar): Generator<Finding> {
  yield* inAnyStep(node, step);
  if (step.isOutsideTransaction && !isRepeatable(node)) {
    yield { rule: 'not-repeatable', what: (Object.keys(node)[0] ?? '').replace(/Stmt$/, '') };
  }
}
