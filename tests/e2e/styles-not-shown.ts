/**
 * Classes that no state of the table of screens shows, by the reason and the module. A line goes when a state shows what it
 * names; a new class gets a state.
 */
export const notShown: Record<string, Record<string, string>> = {
  'on paper': {
    'features/submissions/receipts': 'printOnly printHead',
  },
  'while something loads, or when it has failed': {
    'features/marking/desk/desk': 'loading',
    'features/marking/work/file': 'loading noPreview',
    'features/submissions/tasks': 'waiting',
    'ui/states': 'icon skeleton rows fields page',
    'ui/frame': 'progress',
  },
  'of data that the demo does not have, and of what journeys do': {
    'ui/frame': 'note picture',
    'features/accounts/account-form': 'advice choice',
    'features/accounts/own-account/own-account': 'inside',
    'features/notices/announcements': 'form',
    'features/catalogue/catalogue': 'action changes upload',
    'features/catalogue/appearance': 'step',
    'features/people/people': 'hinders all bulk',
    'features/courses/courses': 'unknown',
    'features/forum/composer/composer': 'note',
    'features/forum/list': 'news button failed',
    'features/forum/post': 'attached',
    'features/forum/signs': 'note',
    'features/people/imports/imports': 'item name none before after',
    'features/progress/batch': 'chat failed',
    'features/results/sheet': 'signatures ofPage',
    'features/marking/grades/grades': 'form newer none sentence status',
    'features/projects/projects': 'lines',
    'features/marking/desk/desk': 'batchList batch batchItem batchName course elsewhere',
    'features/marking/desk/messages': 'message toast',
    'features/marking/desk/queue': 'none opened',
    'features/marking/lines/lines': 'entries entry',
    'features/marking/mark': 'menu list phrase shared name history changed look asked number',
    'features/marking/work/file': 'version skipped',
    'features/marking/work/work': 'folded briefForm',
    'features/operations/operations': 'setting',
    'features/privacy/audit': 'changes',
    'features/marking/release/release': 'lower',
    'features/progress/student': 'late action',
    'features/submissions/receipts': 'more target code',
    'ui/field': 'optional',
    'ui/time': 'local',
  },
};
