import { batchKey, limits } from '#contract/limits';
import {
  importFields,
  type ColumnFields,
  type ImportField,
  type RowState,
} from '#contract/people/import-fields';
import type { ImportRow } from '#contract/people/import-calls';
import { editDistance } from '../../courses/suggest-batches.ts';
import { batchesAs as batchNamesAs, placementRefusal } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { textOf } from '../sheets/row-fields.ts';
import { cellsOf } from './queries.ts';
import { comparedPeople } from './compare-people.ts';

async function readRows(
  database: Reader,
  importId: number,
  { state, after }: { state: RowState | undefined; after: number },
) {
  return comparedPeople(database, importId)
    .where('person.state', 'is not', null)
    .$if(state !== undefined, (query) => query.where('person.state', '=', state as RowState))
    .where('person.line', '>', after)
    .orderBy('person.line')
    .limit(limits.pageSize + 1)
    .select(['person.line', 'person.state', 'person.email', 'person.name', 'person.phone', 'person.batch'])
    .select(['person.exit_score', 'person.grade', 'person.faults', 'batch.id as batchId'])
    .select(['batch.name as batchName', 'batch.retired_at'])
    .select((of) =>
      of
        .selectFrom('intake_people as other')
        .whereRef('other.intake_id', '=', 'person.intake_id')
        .whereRef('other.email', '=', 'person.email')
        .whereRef('other.line', '<>', 'person.line')
        .select((line) => line.fn.min('other.line').as('line'))
        .as('sameAs'),
    )
    .select([
      'account.id as accountId',
      'account.name as accountName',
      'account.phone as accountPhone',
      'account.role',
      'account.confirmed_at',
      'former.email as formerEmail',
    ])
    .select([
      'account.batch_id as accountBatch',
      'account.exit_score as accountScore',
      'account.grade as accountGrade',
    ])
    .select(['imported.batch_id as importedBatch', 'imported.name as importedName'])
    .select([
      'imported.exit_score as importedScore',
      'imported.grade as importedGrade',
      'imported.phone as importedPhone',
    ])
    .select([
      'project.id as projectId',
      'project.course_id as projectCourse',
      'batch.course_id as batchCourse',
    ])
    .execute();
}
type Row = Awaited<ReturnType<typeof readRows>>[number];

function nearest(typed: string, names: ReadonlyMap<string, string>): string | null {
  const key = batchKey(typed);
  const near = [...names]
    .map(([other, name]) => ({ name, distance: editDistance(other, key) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  return near !== undefined && near.distance <= Math.min(3, Math.floor(key.length / 3)) ? near.name : null;
}

const isThere = ({ batchId, accountBatch, importedBatch, confirmed_at }: Row) =>
  batchId === accountBatch || (confirmed_at === null && batchId === importedBatch);

/** Null for a known batch, or nothing similar. */
const meantBatch = (row: Row, names: ReadonlyMap<string, string>): string | null =>
  row.batch !== null && row.batchId === null ? nearest(row.batch, names) : null;

/** From other rows and existing people. */
function faultsAmongOthers(
  row: Row,
  names: ReadonlyMap<string, string>,
): Partial<Record<ImportField, string>> {
  const faults: Partial<Record<ImportField, string>> = {};
  if (row.sameAs !== null) faults.email = `Row ${row.sameAs} has the same email`;
  else if (row.role !== null && row.role !== 'student') faults.email = `This is a ${row.role}, not a student`;
  else if (row.formerEmail !== null) faults.email = 'This is a former email of another person';
  if (row.batch !== null && row.batchId === null) {
    const near = meantBatch(row, names);
    const hint = near === null ? '' : ` Did you mean ${near}?`;
    faults.batch = `There is no batch with this name.${hint}`;
  } else if (row.batchId !== null && row.projectCourse !== null && row.projectCourse !== row.batchCourse) {
    faults.batch = `The student has chosen ${row.projectId}, a project of another course`;
  } else if (row.batchName !== null && !isThere(row)) {
    const refusal = placementRefusal({ name: row.batchName, retired_at: row.retired_at });
    if (refusal !== null) faults.batch = refusal;
  }
  return faults;
}

const asText = (value: string | number | null) => (value === null ? null : String(value));

function knownOf(row: Row, batchNames: ReadonlyMap<number, string>): Record<ImportField, string | null> {
  const ofAccount = row.confirmed_at !== null;
  const batchId = ofAccount ? row.accountBatch : row.importedBatch;
  return {
    email: null,
    name: row.accountId === null ? row.importedName : row.name,
    phone: row.accountId === null ? row.importedPhone : row.phone,
    batch: batchId === null ? null : (batchNames.get(batchId) ?? null),
    exit_score: asText(ofAccount ? row.accountScore : row.importedScore),
    grade: ofAccount ? row.accountGrade : row.importedGrade,
  };
}

function present(
  row: Row,
  names: ReadonlyMap<string, string>,
  batchNames: ReadonlyMap<number, string>,
  typedIn: (line: number, field: ImportField) => string | undefined,
): ImportRow {
  const own = row.faults === null ? {} : (JSON.parse(row.faults) as Partial<Record<ImportField, string>>);
  const faults = { ...faultsAmongOthers(row, names), ...own };
  const known = knownOf(row, batchNames);
  const near = meantBatch(row, names);
  const value: Record<ImportField, string | null> = {
    email: row.email,
    name: row.name,
    phone: row.phone,
    batch: (row.batchId === null ? undefined : batchNames.get(row.batchId)) ?? row.batch,
    exit_score: asText(row.exit_score),
    grade: row.grade,
  };
  const held = { name: row.accountName, phone: row.accountPhone } as Partial<typeof value>;
  const isKept = (field: ImportField) =>
    row.role === 'student' && field in held && value[field] !== null && value[field] !== held[field];
  const cells = importFields.map((field) => ({
    field,
    value: value[field],
    before:
      row.state === 'changed' && value[field] !== null && field !== 'email' && known[field] !== value[field]
        ? (known[field] ?? '')
        : null,
    fault: faults[field] ?? null,
    ...(isKept(field) && { kept: held[field] ?? '' }),
    ...(faults[field] !== undefined && { typed: typedIn(row.line, field) }),
    ...(field === 'batch' && near !== null && { near }),
  }));
  return { line: row.line, state: row.state as RowState, cells };
}

export async function listRows(
  database: Reader,
  { id: importId, columns }: { id: number; columns: string },
  page: { state: RowState | undefined; after: number },
): Promise<{ rows: ImportRow[]; more: boolean }> {
  const rows = await readRows(database, importId, page);
  const batches = await database
    .selectFrom(batchNamesAs('batch'))
    .select(['batch.id', 'batch.name', 'batch.name_key'])
    .execute();
  const names = new Map(batches.map(({ name, name_key }) => [name_key, name]));
  const byId = new Map(batches.map(({ id, name }) => [id, name]));
  const fields = JSON.parse(columns) as ColumnFields;
  const wrong = rows.filter((row) => row.state === 'wrong').map(({ line }) => line);
  const typed = wrong.length === 0 ? new Map<number, string[]>() : await cellsOf(database, importId, wrong);
  const typedIn = (line: number, field: ImportField) => {
    const cells = typed.get(line);
    return cells && textOf(cells, fields, field);
  };
  return {
    rows: rows.slice(0, limits.pageSize).map((row) => present(row, names, byId, typedIn)),
    more: rows.length > limits.pageSize,
  };
}
