import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { insertStudentProgress, studentProgressColumns } from '../progress-of-choice.ts';

/** Writes a student's row anew; the first statement locks it, as in the step `student-progress`. */
const refresh = (accountId: string, when = 'true'): string =>
  `update student_progress set is_late = is_late where account_id = ${accountId} and ${when};
   ${insertStudentProgress(`a.id = ${accountId} and ${when}`)}
   on conflict (account_id) do update set ${studentProgressColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

function progressTriggers(ddl: EngineDdl) {
  const changes = ['batch_id', 'role', 'name', 'email', 'typed_batch'];
  const isChanged = changes.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
  const late = (row: string) => `(select late from submissions where id = ${row}.submission_id)`;
  // Whoever has had another choice or more time may stand differently after any hand-in.
  const isSpecial = ['former_selections', 'extensions']
    .map((table) => `exists (select 1 from ${table} where account_id = new.account_id)`)
    .join(' or ');
  return [
    ...ddl.replaceAfter('accounts', 'insert', refresh('new.id'), 'accounts_progress_insert'),
    ...ddl.replaceAfter(
      'accounts',
      `update of ${changes.join(', ')}`,
      `delete from student_progress where account_id = new.id and new.role <> 'student';
       ${refresh('new.id', `(${isChanged})`)}`,
      'accounts_progress_update',
    ),
    ...ddl.replaceAfter('selections', 'insert', refresh('new.account_id'), 'selections_progress'),
    ...ddl.replaceAfter('task_progress', 'insert', refresh('new.account_id'), 'task_progress_student_insert'),
    ...ddl.replaceAfter(
      'task_progress',
      'update of submission_id',
      refresh('new.account_id', `(${late('old')} <> ${late('new')} or ${isSpecial})`),
      'task_progress_student_update',
    ),
    ...ddl.replaceAfter('task_progress', 'delete', refresh('old.account_id'), 'task_progress_student_delete'),
    ...ddl.after('selections', 'delete', refresh('old.account_id'), 'selections_progress_delete'),
    ...ddl.after('extensions', 'insert', refresh('new.account_id'), 'extensions_progress'),
  ];
}

/**
 * What students had chosen before: a choice that an administrator undid, or whose start was corrected. `selections` keeps the
 * one standing choice of each student, and loses a row only to this table, which is never changed.
 */
export function createFormerSelections(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('selections').addColumn('chosen_at', ddl.number).execute();
      await db.schema
        .createTable('former_selections')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('selection_id', ddl.number, (c) => c.notNull().unique())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('started_at', ddl.number, (c) => c.notNull())
        .addColumn('chosen_at', ddl.number, (c) => c.notNull())
        .addColumn('ended_at', ddl.number, (c) => c.notNull())
        .addColumn('ended_as', 'text', (c) => c.notNull().check(sql`ended_as in ('corrected', 'undone')`))
        .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
        .addColumn('ended_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .execute();
      await db.schema
        .createIndex('former_selections_of_student')
        .on('former_selections')
        .columns(['account_id', 'id'])
        .execute();
      for (const trigger of [
        ...ddl.forbid('former_selections', ['update', 'delete']),
        ...ddl.forbidUnless(
          'selections',
          'delete',
          `exists (select 1 from former_selections f where f.selection_id = old.id
            and f.account_id = old.account_id and f.project_id = old.project_id and f.started_at = old.started_at)`,
        ),
        // The account is locked, so that a change of batch meanwhile cannot count in the former batch.
        ...ddl.after(
          'selections',
          'delete',
          `insert into batch_counts (batch_id, students, with_project, submissions, unmarked)
           select batch_id, 0, -1, 0, 0 from accounts where id = old.account_id and batch_id is not null${ddl.forShare}`,
        ),
        ...progressTriggers(ddl),
      ]) {
        await trigger.execute(db);
      }
    },
  };
}
