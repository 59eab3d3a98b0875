export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type RouteAddress = { readonly method: Method; readonly path: string };

/** Where each call of the wire lives; `:name` marks a parameter. */
export const paths = {
  signUp: { method: 'POST', path: '/api/auth/signup' },
  logIn: { method: 'POST', path: '/api/auth/login' },
  logOut: { method: 'POST', path: '/api/auth/logout' },
  readSession: { method: 'GET', path: '/api/auth/session' },
  forgotPassword: { method: 'POST', path: '/api/auth/forgot' },
  resetPassword: { method: 'POST', path: '/api/auth/reset' },
  setUpAdministrator: { method: 'POST', path: '/api/auth/setup' },
  suggestBatches: { method: 'GET', path: '/api/auth/batches' },

  readStudentCourse: { method: 'GET', path: '/api/students/studentCourse/:s_id' },
  listAvailableProjects: { method: 'GET', path: '/api/students/availableProjects/:course' },
  readProject: { method: 'GET', path: '/api/projects/projects/:p_id' },
  readReferences: { method: 'GET', path: '/api/references/projects/:p_id' },

  readSelection: { method: 'GET', path: '/api/students/studentswithprojects/:s_id' },
  selectProject: { method: 'POST', path: '/api/students/selectProject' },

  uploadWeek: { method: 'POST', path: '/api/students/uploadWeek/:s_id' },
  uploadProject: { method: 'POST', path: '/api/students/uploadProject/:s_id' },
  uploadViva: { method: 'POST', path: '/api/students/uploadViva/:s_id' },
  readUploadProtocol: { method: 'OPTIONS', path: '/api/uploads' },
  beginUpload: { method: 'POST', path: '/api/uploads' },
  readUpload: { method: 'HEAD', path: '/api/uploads/:upload' },
  continueUpload: { method: 'PATCH', path: '/api/uploads/:upload' },
  cancelUpload: { method: 'DELETE', path: '/api/uploads/:upload' },
  readTimeline: { method: 'GET', path: '/api/students/timeline/:s_id' },
  readWeeklyStatus: { method: 'GET', path: '/api/students/weeklyStatus/:s_id' },
  listSubmissions: { method: 'GET', path: '/api/students/submissions/:s_id' },
  readFile: { method: 'GET', path: '/api/files/:id' },
  readRecord: { method: 'GET', path: '/api/students/record/:s_id' },
  readReceipt: { method: 'GET', path: '/api/receipts/:number' },
  readReceiptKey: { method: 'GET', path: '/api/receipts/key' },
  verifyReceipt: { method: 'POST', path: '/api/receipts/verify' },

  readDiscussion: { method: 'GET', path: '/api/discussion/discussion/:s_id' },
  askQuestion: { method: 'POST', path: '/api/discussion/discussion/:s_id/question' },
  answerQuestion: { method: 'POST', path: '/api/discussion/discussion/:s_id/question/:id/answer' },
  editQuestion: { method: 'PUT', path: '/api/discussion/discussion/:s_id/question/:id' },
  deleteQuestion: { method: 'DELETE', path: '/api/discussion/discussion/:s_id/question/:id' },
  favoriteQuestion: { method: 'PUT', path: '/api/discussion/discussion/:s_id/question/:id/favorite' },
  unfavoriteQuestion: { method: 'DELETE', path: '/api/discussion/discussion/:s_id/question/:id/favorite' },
  viewQuestion: { method: 'POST', path: '/api/discussion/discussion/:s_id/question/:id/view' },

  listStaffBatches: { method: 'GET', path: '/api/staff/batches' },
  listBatchSubmissions: { method: 'GET', path: '/api/staff/batches/:batch/submissions' },
  markSubmission: { method: 'PUT', path: '/api/staff/submissions/:id/mark' },

  readHealth: { method: 'GET', path: '/api/health' },
} as const satisfies Record<string, RouteAddress>;

type ParameterNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
export type PathParameters<P extends string> = { [K in ParameterNames<P>]: string };

/** A path with its parameters filled in and escaped. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}
