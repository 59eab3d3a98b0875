import { sql, type Expression } from 'kysely';
import { accountsAs } from '../../accounts/queries.ts';
import { frozenAs } from '../../accounts/frozen-students.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { compiledForIds, compiledQuery } from '../../platform/database/compiled-query.ts';
import { projectsAs } from '../../projects/queries.ts';
import { selectionsAs } from '../../selections/queries.ts';

/** Newest first. */
export const freezesOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('result_freezes as freeze')
    .innerJoin(accountsAs('officer'), 'officer.id', 'freeze.frozen_by')
    .where('freeze.batch_id', '=', p.batchId)
    .orderBy('freeze.number', 'desc')
    .select([
      'freeze.id',
      'freeze.number',
      'freeze.rule_version as ruleVersion',
      'freeze.rule',
      'freeze.reason',
    ])
    .select(['freeze.frozen_at as frozenAt', 'officer.name as frozenBy'])
    .select(({ selectFrom }) =>
      selectFrom('frozen_results')
        .whereRef('freeze_id', '=', 'freeze.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('students'),
    ),
);
export type FreezeRow = Awaited<ReturnType<typeof freezesOfBatch>>[number];

/** When results of a batch were frozen last; null for never. */
export const lastFreezeOf = (batchId: Expression<number>) =>
  sql<number | null>`(select max(frozen_at) from result_freezes where batch_id = ${batchId})`;

/** By name. */
export const resultsOfFreeze = compiledQuery((db, p: { freezeId: number }) =>
  db
    .selectFrom('frozen_results as result')
    .innerJoin(accountsAs('student'), 'student.id', 'result.account_id')
    .where('result.freeze_id', '=', p.freezeId)
    .orderBy('result.name')
    .orderBy('result.account_id')
    .select(['result.account_id as accountId', 'student.email', 'result.name', 'result.content']),
);

/** Of students whose result is frozen and not opened. */
export const frozenResultsOf = compiledForIds((db, accountIds) =>
  db
    .selectFrom(frozenAs('frozen'))
    .innerJoin('frozen_results as result', (on) =>
      on
        .onRef('result.freeze_id', '=', 'frozen.freeze_id')
        .onRef('result.account_id', '=', 'frozen.account_id'),
    )
    .innerJoin('result_freezes as freeze', 'freeze.id', 'result.freeze_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'freeze.batch_id')
    .where('frozen.account_id', 'in', accountIds)
    .select(['frozen.account_id as accountId', 'result.content', 'freeze.number', 'batch.name as batch'])
    .select('freeze.frozen_at as frozenAt'),
);

/** Whose result is frozen by a sheet of this batch and not opened, also of students who have moved since. */
export const accountsFrozenIn = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom(frozenAs('frozen'))
    .innerJoin('result_freezes as freeze', 'freeze.id', 'frozen.freeze_id')
    .where('freeze.batch_id', '=', p.batchId)
    .select('frozen.account_id as accountId'),
);

export const freezeById = compiledQuery((db, p: { id: number }) =>
  db
    .selectFrom('result_freezes as freeze')
    .innerJoin(batchesAs('batch'), 'batch.id', 'freeze.batch_id')
    .where('freeze.id', '=', p.id)
    .select(['freeze.number', 'batch.name as batch']),
);

/** With a project. */
export const choicesOf = compiledForIds((db, accountIds) =>
  db
    .selectFrom(selectionsAs('choice'))
    .innerJoin(projectsAs('project'), 'project.id', 'choice.project_id')
    .innerJoin(coursesAs('course'), 'course.id', 'project.course_id')
    .where('choice.account_id', 'in', accountIds)
    .select(['choice.account_id as accountId', 'choice.started_at as startedAt'])
    .select(['project.name as project', 'course.name as course']),
);

export const signedSheetOf = compiledQuery((db, p: { freezeId: number }) =>
  db
    .selectFrom('signed_sheets as sheet')
    .where('sheet.freeze_id', '=', p.freezeId)
    .select(['sheet.number', 'sheet.document']),
);

export const signedSheetByNumber = compiledQuery((db, p: { number: string }) =>
  db.selectFrom('signed_sheets as sheet').where('sheet.number', '=', p.number).select(['sheet.document']),
);

/** Of those who are not anonymised. */
export const linesOfSheet = compiledQuery((db, p: { freezeId: number }) =>
  db
    .selectFrom('signed_sheet_lines as line')
    .where('line.freeze_id', '=', p.freezeId)
    .select(['line.place', 'line.field']),
);
