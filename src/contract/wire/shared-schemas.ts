import type { z } from 'zod';
import { staffRecord } from '../marking/recorded-mark-calls.ts';
import { studentName } from '../progress/calls.ts';
import { resultFigures } from '../results/result-calls.ts';
import { resultRule } from '../results/rule-calls.ts';
import { receipt } from '../submissions/calls.ts';
import { endpoints as calls } from './endpoints.ts';
import { errorBody, fieldsBody } from './endpoint.ts';

/** Schemas that several calls share, by the name that a generated client gives them. A name never changes. */
export const sharedSchemas: Readonly<Record<string, z.ZodType>> = {
  Problem: errorBody,
  FieldsProblem: fieldsBody,
  AccessToken: calls.createAccessToken.answers[201].shape.token,
  Announcement: calls.editAnnouncement.answers[200],
  BatchDates: calls.readBatchDates.answers[200],
  BatchEntry: calls.readBatchEntry.answers[200],
  BatchFreezes: calls.readFreezes.answers[200],
  BatchProgress: calls.listBatchProgress.answers[200],
  CourseEntry: calls.readCourseEntry.answers[200],
  CurrentUser: calls.readSession.answers[200].shape.student.unwrap(),
  Discussion: calls.readDiscussion.answers[200],
  Appearance: calls.readAppearance.answers[200],
  FrozenSheet: calls.readFreeze.answers[200],
  PeopleImport: calls.listImports.answers[200].element,
  ImportDetails: calls.readImport.answers[200],
  ImportRow: calls.listImportRows.answers[200].shape.rows.element,
  LineComment: calls.addLineComment.answers[201],
  OwnAccount: calls.readOwnAccount.answers[200],
  Person: calls.readPerson.answers[200],
  Phrase: calls.addPhrase.answers[201],
  ProjectEntry: calls.readProjectEntry.answers[200],
  Receipt: receipt,
  RecordedTask: calls.readRecordedMark.answers[200],
  ResultFigures: resultFigures,
  ResultRule: resultRule,
  SharedPhrase: calls.addSharedPhrase.answers[201],
  StaffBatch: calls.listStaffBatches.answers[200].element,
  StaffRecord: staffRecord,
  StaffSubmission: calls.listBatchSubmissions.answers[200].element,
  StudentName: studentName,
  StudentProgress: calls.listBatchProgress.answers[200].shape.students.element,
  StudentResult: calls.readResult.answers[200],
  StudentTime: calls.readStudentTime.answers[200],
  Unfinished: calls.readUnfinished.answers[200],
  Unsubmitted: calls.listUnsubmitted.answers[200],
  VivaDay: calls.readVivaDay.answers[200],
  VivaHour: calls.readVivaHour.answers[200],
  VivaPlan: calls.readVivaPlan.answers[200],
};
