import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** What is counted of a batch: its students, those with a project, newest versions, and those of them without a mark. */
const counts = ['students', 'with_project', 'submissions', 'unmarked'] as const;

/** Adds what a change makes more or less, in the order of `counts`. `rest` gives the change where it is one. */
const add = (batch: string, amounts: string, rest: string): string =>
  `insert into batch_counts (batch_id, ${counts.join(', ')}) select ${batch}, ${amounts} ${rest}`;

function batchCountTriggers(ddl: EngineDdl) {
  const isStudent = (row: string) => `case when ${row}.role = 'student' then 1 else 0 end`;
  const projects = '(select count(*) from selections where account_id = new.id)';
  const isMoved = '(old.batch_id is distinct from new.batch_id or old.role <> new.role)';
  return [
    ...ddl.after(
      'accounts',
      'insert',
      add('new.batch_id', `${isStudent('new')}, 0, 0, 0`, 'where new.batch_id is not null'),
    ),
    // The hand-ins of somebody who moves follow by the trigger that moves their progress.
    ...ddl.after(
      'accounts',
      'update of batch_id, role',
      `${add('old.batch_id', `-(${isStudent('old')}), -${projects}, 0, 0`, `where old.batch_id is not null and ${isMoved}`)};
       ${add('new.batch_id', `${isStudent('new')}, ${projects}, 0, 0`, `where new.batch_id is not null and ${isMoved}`)}`,
      'accounts_count_moves',
    ),
    ...ddl.after(
      'accounts',
      'delete',
      add('old.batch_id', `-(${isStudent('old')}), 0, 0, 0`, 'where old.batch_id is not null'),
    ),
    // The account is locked, so that a change of batch meanwhile cannot leave the project in the former batch.
    ...ddl.after(
      'selections',
      'insert',
      add(
        'batch_id',
        '0, 1, 0, 0',
        `from accounts where id = new.account_id and batch_id is not null${ddl.forShare}`,
      ),
    ),
    ...ddl.after(
      'task_progress',
      'insert',
      add('new.batch_id', '0, 0, 1, 1 - new.is_marked', 'where new.batch_id is not null'),
    ),
    ...ddl.after(
      'task_progress',
      'update of batch_id, is_marked',
      `${add('new.batch_id', '0, 0, 0, old.is_marked - new.is_marked', 'where new.batch_id = old.batch_id and new.is_marked <> old.is_marked')};
       ${add('old.batch_id', '0, 0, -1, old.is_marked - 1', 'where old.batch_id is not null and old.batch_id is distinct from new.batch_id')};
       ${add('new.batch_id', '0, 0, 1, 1 - new.is_marked', 'where new.batch_id is not null and old.batch_id is distinct from new.batch_id')}`,
      'task_progress_count_changes',
    ),
    ...ddl.after(
      'task_progress',
      'delete',
      add('old.batch_id', '0, 0, -1, old.is_marked - 1', 'where old.batch_id is not null'),
    ),
    ...ddl.addUp('batch_counts', 'batch_id', counts),
  ];
}

/**
 * Counts of each batch, kept by the database whoever writes: a staff member's list of batches costs the same however many
 * students and hand-ins they have. From here on changes are counted; the step `batch-counts-before` counts what was there.
 */
export function createBatchCounts(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema
        .createTable('batch_counts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id').onDelete('cascade'))
        .addColumn('students', 'integer', (c) => c.notNull())
        .addColumn('with_project', 'integer', (c) => c.notNull())
        .addColumn('submissions', 'integer', (c) => c.notNull())
        .addColumn('unmarked', 'integer', (c) => c.notNull())
        .execute();
      await schema.createIndex('batch_counts_of_batch').on('batch_counts').column('batch_id').execute();

      for (const trigger of batchCountTriggers(ddl)) await trigger.execute(db);
    },
  };
}
