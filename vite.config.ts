import { reactRouter } from '@react-router/dev/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { developmentPages } from './scripts/dev-pages.ts';
import { renderMarkdown } from './src/server/frame/texts/render-markdown.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Imports Markdown as HTML. */
const markdown: Plugin = {
  name: 'markdown',
  async transform(source, id) {
    return id.endsWith('.md') ? `export default ${JSON.stringify(await renderMarkdown(source, ''))};` : null;
  },
};

const forumAlone =
  /src[\\/](contract[\\/]forum[\\/]attachment|web[\\/](features[\\/]forum[\\/](?!news[\\/]newest-|byline|comments-text|discussion-states|moderation[\\/](moderate-button|moderation-words|reason-dialog|hidden-posts|reported-posts))|routes[\\/]discussion-))/;
const studentAlone =
  /src[\\/]web[\\/](ui[\\/](callout|figure-card)\b|features[\\/](submissions[\\/](?!receipts[\\/]|viva\b|form[\\/])|marking[\\/]grades|projects[\\/](?!reference-lookup|point-lines)|selections|courses[\\/](student-details|fin|record-link)|notices[\\/]since-|forum[\\/]news[\\/]newest-)|routes[\\/](project-dashboard-|student-dashboard-|submission-screen))/;
const formAlone = /src[\\/]web[\\/]features[\\/]submissions[\\/]form[\\/]/;
const markingAlone =
  /src[\\/]web[\\/]features[\\/](marking[\\/](?!grades|sheet)|progress[\\/](?!student-(?!arch))|operations|forum[\\/]moderation[\\/](hidden-posts|reported-posts))/;
const officeAlone =
  /src[\\/](contract[\\/]people[\\/](people-view|intake-fields)|web[\\/](ui[\\/]card-table\b|features[\\/](people[\\/](?!person-(?!form)|staff-role|intake)|privacy[\\/](?!person-data|audit-)|frame[\\/](office-|screen-message))))/;
/** What happened, in sentences: the log and the office's first screen. */
const auditAlone = /src[\\/](contract[\\/]privacy[\\/]audit-view|web[\\/]features[\\/]privacy[\\/]audit-)/;
/** The list with search and filters, which a batch and the office have; the desk has its own. */
const listsAlone = /src[\\/]web[\\/]ui[\\/]filtered-list\b/;
/** Tables of what a spreadsheet would change. */
const sheetsAlone = /src[\\/]web[\\/]features[\\/](people[\\/]intake|marking[\\/]sheet)/;
const catalogueAlone = /src[\\/]web[\\/](features[\\/]catalogue|routes[\\/]staff-catalogue-)/;
/** The screen of a person, which has two addresses. */
const personAlone =
  /src[\\/]web[\\/](routes[\\/]person-|features[\\/](privacy[\\/]person-data|people[\\/](person-(?!form)|staff-role)|progress[\\/]student-(?!arch)))/;
/** What is loaded when somebody looks, with the library that compares texts; two screens look. */
const whenLookedAt = /src[\\/]web[\\/]lib[\\/]compare-words\b/;
/** Which mails there are: the account and the link that ends them. */
const mailsAlone = /src[\\/]contract[\\/]notices[\\/]notice-kinds\b/;
/** The terms and the privacy notice. */
const textsAlone = /src[\\/]web[\\/]features[\\/]frame[\\/]page-text/;
const alone = [
  textsAlone,
  mailsAlone,
  studentAlone,
  formAlone,
  forumAlone,
  personAlone,
  markingAlone,
  officeAlone,
  auditAlone,
  catalogueAlone,
  listsAlone,
  sheetsAlone,
  whenLookedAt,
];

export default defineConfig(({ command }) => ({
  plugins: [developmentPages, reactRouter(), markdown],
  resolve: {
    // package.json lists two endings for #web/*; Vite would take the first without looking whether the file exists.
    alias: [{ find: /^#web\/(.*)$/, replacement: `${folder('./src/web')}/$1` }],
  },
  publicDir: 'src/web/public',
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false, cssCodeSplit: false },
  environments: {
    // What renders the pages, in files that need no package.
    ssr: {
      resolve: { noExternal: command === 'build' ? true : [] },
      // However the portal is started: React for development renders a page in several times the time.
      ...(process.env.NODE_ENV === 'production' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
      build: {
        target: 'node24',
        minify: true,
        cssCodeSplit: true,
        rolldownOptions: { input: 'src/web/page-renderer.ts' },
      },
    },
    client: {
      build: {
        license: { fileName: 'licenses.md' },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What every screen needs, in one file that changes only with its versions.
                { name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
                // What public screens share, and then what only signed-in ones do: few files, none for nothing.
                {
                  name: 'shared',
                  test: /vite[\\/]preload-helper|src[\\/](web[\\/](ui[\\/](action-form|frame|dialog|progress-bar|file-field|format-bytes|message-room|layout|hold-place|use-typed-before-hydration|button|card(?!-)|notice|field|password-field|states|prose|class-names|time(?!-ago)|time-format)\b|lib[\\/](?:(?:forms|session|page|calls)[\\/]|(?!(?:forms|session|page|calls)[\\/]))(field-errors|screen-message|form-action|use-action-form|use-mutation|idempotency-key|site|office-contact|drafts|end-sentence|focus|listeners|typed-batch|one-time-link|offline(?![\\/]worker-)|unfinished|retry-delay|clicks|page|call|client|session|form-fields|refused|screen-loader|server-call|when-idle)|features[\\/](accounts[\\/](?!confirm-notice|act-form|account-f|token-form|own-account[\\/])|courses[\\/](?!student-details|fin|record-link)|frame[\\/](public-(?!outbox)|signed-in-|site-|section-icons|frame\.module)))|contract[\\/](?!(?:[\w-]+[\\/])?(?:attachment|links|audit|intake|declaration|staff-view|batch-view|people-view|question-view|catalogue-view|code-|due-days|excerpt|rubric|marking|uploads|second-looks|notice-kinds|consent|signed-in-screens)))/,
                  minShareCount: 2,
                },
                // The forms of public screens.
                {
                  name: 'account-forms',
                  test: /src[\\/]web[\\/]features[\\/]accounts[\\/](account-f|token-form)/,
                  minShareCount: 2,
                },
                // What every signed-in screen has, with what sends what waits; of the public ones only those where something waits.
                {
                  name: 'signed-in',
                  test: (id) =>
                    /src[\\/](web|contract)[\\/]/.test(id) && !alone.some((part) => part.test(id)),
                  minShareCount: 2,
                },
                // What only some screens share: those of a student's work, of the forum, of mentors, of the office. No other pays for it.
                { name: 'student', test: studentAlone, minShareCount: 2 },
                { name: 'submission-form', test: formAlone, minShareCount: 2 },
                { name: 'forum', test: forumAlone, minShareCount: 2 },
                { name: 'marking', test: markingAlone, minShareCount: 2 },
                { name: 'office', test: officeAlone, minShareCount: 2 },
                { name: 'audit', test: auditAlone, minShareCount: 2 },
                { name: 'lists', test: listsAlone, minShareCount: 2 },
                { name: 'catalogue', test: catalogueAlone, minShareCount: 2 },
                { name: 'person', test: personAlone, minShareCount: 2 },
                { name: 'sheets', test: sheetsAlone, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/images', '/documents', '/previews', '/manifest.webmanifest'].map((path) => [
        path,
        `http://127.0.0.1:${process.env['PORT'] ?? 3000}`,
      ]),
    ),
  },
}));
