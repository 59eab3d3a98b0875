import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { storedNames } from './stored-names.mjs';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });

tester.run('stored-names', storedNames, {
  valid: [
    "import { noteDraft } from './stored-names/staff.ts'; useDraft(noteDraft(user, s_id), '')",
    "const key = commentDraft(account, id); useReturnedDraft(key, 'typed')",
    "writeDraft(key, 'a text')",
    'new BroadcastChannel(draftsChannel)',
    'createStore(draftsDatabase(account), draftsStore)',
    'const box = <EditBox draftKey={questionEditDraft(account, id)} />',
    'queueRequest({ call, subject: subjects.question(id), drafts: { [key]: text } })',
    "call('agree', { body: { subject: 'terms' } })",
    'localStorage.getItem(shortcutsSetting)',
    "useDraft(stored ? noteDraft(a, b) : '')",
  ],
  invalid: [
    'useDraft(`${user} note about ${s_id}`)',
    "const key = user + ' note'; useReturnedDraft(key, text)",
    'const keyOf = (field: string) => `${s_id} ${field}`; useFilesDraft(keyOf("file"))',
    'const keyOf = (id: string) => `about ${id} week`; const key = keyOf(id); readDraft(key)',
    'const [until, file] = [`${key} until`, fileDraft(key)]; writeDraft(until, text)',
    "useDraft(isPlanned ? 'planned' : announcementDraft(id))",
    'useSaveStatus(key, `${key} until`)',
    'const box = <EditBox draftKey={`${account} edit ${id}`} />',
    'const box = <EditBox draftKey="edit" />',
    "queueRequest({ call, subject: 'private questions', drafts })",
    'const about = (id: string) => ({ subject: `question ${id}`, label: { to } })',
    'queueRequest({ call, subject, fileDraft: `${key} file` })',
    'queueRequest({ call, subject, drafts: { [`${key} until`]: until } })',
    "useRequests('private questions')",
    "new BroadcastChannel('capstone session')",
    "createStore(draftsDatabase(account), 'drafts')",
    "window.localStorage.setItem('single-key-shortcuts', 'off')",
    "sessionStorage.getItem('place')",
    "await caches.open('catalogue')",
    "indexedDB.open('capstone outboxes')",
    "navigator.locks.request('capstone personal cache', work)",
    "const name = 'catalogue'; new NetworkFirst({ cacheName: name })",
  ].map((code) => ({ code, filename: 'one.tsx', errors: [{ messageId: 'literal' }] })),
});
