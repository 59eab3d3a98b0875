import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';
import type { Finding, Rule } from './rules.ts';

/** Constraints that stand with a column, and are no more than part of its type or its default. */
const harmless = new Set(['CONSTR_NULL', 'CONSTR_DEFAULT', 'CONSTR_NOTNULL']);
const rewriting = new Set(['CONSTR_GENERATED', 'CONSTR_IDENTITY']);
const serials = new Set(['serial', 'bigserial', 'smallserial', 'serial4', 'serial8', 'serial2']);

/** Changes of a table that take no more than a short lock, and that the version before does not notice. */
const short = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_EnableTrig',
  'AT_SetRelOptions',
]);
const byCommand: Record<string, Rule> = {
  AT_AlterColumnType: 'changed-column-type',
  AT_SetNotNull: 'required-afterwards',
  AT_DropColumn: 'takes-away',
  AT_DropConstraint: 'takes-away',
  AT_DropExpression: 'takes-away',
  AT_DropIdentity: 'takes-away',
  AT_DisableTrig: 'takes-away',
  AT_SetTableSpace: 'rewrites-table',
  AT_SetLogged: 'rewrites-table',
  AT_SetUnLogged: 'rewrites-table',
  AT_SetAccessMethod: 'rewrites-table',
};

function isConstant(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if ('A_Const' in node) return true;
  if ('TypeCast' in node) return isConstant(node.TypeCast.arg);
  if ('A_Expr' in node) return node.A_Expr.lexpr === undefined && isConstant(node.A_Expr.rexpr);
  return false;
}

function constraintsOf({ constraints = [] }: ColumnDef): Constraint[] {
  return constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
}

function typeOf({ typeName }: ColumnDef): string {
  const last = typeName?.names?.at(-1);
  return last !== undefined && 'String' in last ? (last.String.sval ?? '') : '';
}

function* addedColumn(column: ColumnDef): Generator<Finding> {
  const what = `adds column ${column.colname}`;
  const constraints = constraintsOf(column);
  const kinds = constraints.map(({ contype }) => contype ?? '');
  const byDefault = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const isRewriting = serials.has(typeOf(column)) || kinds.some((kind) => rewriting.has(kind));
  if (isRewriting) yield { rule: 'rewriting-column', what };
  else if (byDefault !== undefined && !isConstant(byDefault.raw_expr))
    yield { rule: 'volatile-default', what };
  else if (kinds.includes('CONSTR_NOTNULL') && byDefault === undefined)
    yield { rule: 'required-column', what };
  if (kinds.some((kind) => !harmless.has(kind) && !rewriting.has(kind))) {
    yield { rule: 'column-with-constraint', what };
  }
}

/** @param added the names of constraints that the step has added so far; this one is put to them */
function* addedConstraint(constraint: Constraint, added: Set<string>): Generator<Finding> {
  const { conname = '', contype = '', skip_validation = false, indexname } = constraint;
  const what = `adds constraint ${conname}`;
  added.add(conname);
  if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(contype)) {
    if (indexname === undefined) yield { rule: 'constraint-builds-index', what };
  } else if (!skip_validation) {
    yield { rule: 'constraint-checks-all', what };
  }
}

/** What one change of a table that is in use does against the rules. */
export function* alteredTable(command: AlterTableCmd, added: Set<string>): Generator<Finding> {
  const { subtype = '', name = '', def } = command;
  if (subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def) {
    yield* addedColumn(def.ColumnDef);
  } else if (subtype === 'AT_AddConstraint' && def !== undefined && 'Constraint' in def) {
    yield* addedConstraint(def.Constraint, added);
  } else if (subtype === 'AT_ValidateConstraint') {
    if (added.has(name)) yield { rule: 'validated-at-once', what: `validates constraint ${name}` };
  } else if (subtype === 'AT_ColumnDefault' && def === undefined) {
    yield { rule: 'takes-away', what: `drops the default of ${name}` };
  } else if (byCommand[subtype] !== undefined) {
    yield { rule: byCommand[subtype], what: `${subtype.slice(3)} ${name}`.trim() };
  } else if (!short.has(subtype)) {
    yield { rule: 'unknown-statement', what: `alters a table: ${subtype}` };
  }
}
