import * as accounts from './accounts.ts';
import * as batches from './batches.ts';
import * as discussions from './discussions.ts';
import type { Endpoint } from './endpoint.ts';
import type { paths } from './paths.ts';
import * as platform from './platform.ts';
import * as projects from './projects.ts';
import * as receipts from './receipts.ts';
import * as records from './data-exports.ts';
import * as selections from './selections.ts';
import * as staff from './staff.ts';
import * as submissions from './submissions.ts';
import * as uploads from './uploads.ts';

/** Every call of the wire, by name. Browsers import its types only: the schemas stay on the server. */
export const endpoints = {
  signUp: accounts.signUp,
  logIn: accounts.logIn,
  logOut: accounts.logOut,
  readSession: accounts.readSession,
  forgotPassword: accounts.forgotPassword,
  resetPassword: accounts.resetPassword,
  setUpAdministrator: accounts.setUpAdministrator,
  suggestBatches: batches.suggestBatches,
  readStudentCourse: accounts.readStudentCourse,
  listAvailableProjects: projects.listAvailableProjects,
  readProject: projects.readProject,
  readReferences: projects.readReferences,
  readSelection: selections.readSelection,
  selectProject: selections.selectProject,
  uploadWeek: submissions.uploadWeek,
  uploadProject: submissions.uploadProject,
  uploadViva: submissions.uploadViva,
  readUploadProtocol: uploads.readUploadProtocol,
  beginUpload: uploads.beginUpload,
  readUpload: uploads.readUpload,
  continueUpload: uploads.continueUpload,
  cancelUpload: uploads.cancelUpload,
  readTimeline: submissions.readTimeline,
  readWeeklyStatus: submissions.readWeeklyStatus,
  listSubmissions: submissions.listSubmissions,
  readFile: submissions.readFile,
  readRecord: records.readRecord,
  readReceipt: receipts.readReceipt,
  readReceiptKey: receipts.readReceiptKey,
  verifyReceipt: receipts.verifyReceipt,
  readDiscussion: discussions.readDiscussion,
  askQuestion: discussions.askQuestion,
  answerQuestion: discussions.answerQuestion,
  editQuestion: discussions.editQuestion,
  deleteQuestion: discussions.deleteQuestion,
  favoriteQuestion: discussions.favoriteQuestion,
  unfavoriteQuestion: discussions.unfavoriteQuestion,
  viewQuestion: discussions.viewQuestion,
  listStaffBatches: staff.listStaffBatches,
  listBatchSubmissions: staff.listBatchSubmissions,
  markSubmission: staff.markSubmission,
  readHealth: platform.readHealth,
} as const satisfies Record<keyof typeof paths, Endpoint>;

export type EndpointName = keyof typeof endpoints;
