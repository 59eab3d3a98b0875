// Reads what each new step of the schema says to PostgreSQL, and refuses what would write a large table anew, block it, or
// break the version before; and each query for columns that it does not name. Prints one line for each fault, with the way out.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'libpg-query';
import { postgresDdl } from '#server/platform/database/ddl';
import { steps } from '#server/platform/database/migrate';
import { numberOf, type MakeStep, type SchemaStep } from '#server/platform/database/schema-step';
import { listSources } from '../reference/list-sources.ts';
import { recordStatements } from './record-statements.ts';
import { rules, type Finding, type Rule } from './rules.ts';
import { starSelects } from './star-selects.ts';
import { statementAmiss, type StepSoFar } from './statements.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'src/server/platform/database/migrations';
const shortestReason = 20;

async function findingsOf(step: SchemaStep): Promise<Finding[]> {
  const soFar: StepSoFar = {
    tables: new Set(),
    constraints: new Set(),
    dropped: new Set(),
    isOutsideTransaction: step.outsideTransaction === true,
  };
  const findings: Finding[] = [];
  for (const sql of await recordStatements(step)) {
    for (const { stmt } of (await parse(sql)).stmts ?? []) {
      if (stmt !== undefined) findings.push(...statementAmiss(stmt, soFar));
    }
  }
  for (const gone of soFar.dropped) findings.push({ rule: 'takes-away', what: `drops ${gone}` });
  return findings;
}

/** What is wrong with a step's own exceptions. */
function* exceptionsAmiss(allow: Record<string, string>, found: ReadonlySet<string>): Generator<string> {
  for (const [rule, reason] of Object.entries(allow)) {
    if (!(rule in rules))
      yield `allows "${rule}", which is no rule; there are ${Object.keys(rules).join(', ')}`;
    else if (!found.has(rule)) yield `allows "${rule}" and does nothing against it`;
    else if (reason.length < shortestReason) yield `allows "${rule}" without saying why`;
  }
}

/**
 * What is against the rules in steps of the schema.
 * @param made by the names of their files
 * @returns one line each: where, what, and what to do instead
 */
export async function stepsAmiss(made: Record<string, MakeStep>): Promise<string[]> {
  const amiss: string[] = [];
  for (const [name, make] of Object.entries(made)) {
    const step = make(postgresDdl);
    const { allow = {}, oldestProgram } = step;
    const findings = await findingsOf(step);
    const isAllowed = (rule: Rule): boolean =>
      rule in allow || (rule === 'takes-away' && oldestProgram !== undefined);
    const lines = findings
      .filter(({ rule }) => !isAllowed(rule))
      .map(({ rule, what }) => `${what}; ${rules[rule]} [${rule}]`);
    lines.push(...exceptionsAmiss(allow, new Set(findings.map(({ rule }) => rule))));
    if (oldestProgram !== undefined && oldestProgram >= numberOf(name))
      lines.push('its `oldestProgram` must come before it, or the versions in use could not go on beside it');
    amiss.push(...lines.map((line) => `${folder}/${name}.ts: ${line}`));
  }
  return amiss;
}

/** The sources whose queries run in the portal's processes. */
function querySources(): Map<string, string> {
  const files = ['src/server', 'src/cli'].flatMap((from) => listSources(root, from));
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

if (import.meta.main) {
  const amiss = [...(await stepsAmiss(steps)), ...starSelects(querySources())];
  for (const line of amiss) console.log(line);
  console.log(`migrations: ${amiss.length === 0 ? 'kept' : `${amiss.length} amiss`}`);
  process.exitCode = amiss.length === 0 ? 0 : 1;
}
