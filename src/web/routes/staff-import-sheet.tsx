import { useState } from 'react';
import { redirect } from 'react-router';
import type { ImportDetails } from '#contract/people/import-calls';
import {
  columnsProblem,
  importAddress,
  importFieldLabels,
  importFields,
  importPath,
  rowStates,
} from '#contract/people/import-fields';
import { peopleAddress } from '#contract/people/people-view';
import { ColumnChoice, readColumns } from '../features/people/imports/column-choice.tsx';
import { DryRun, type RowPage } from '../features/people/imports/dry-run.tsx';
import { mendNotices, readMending } from '../features/people/imports/mend-rows.tsx';
import { UndoImport } from '../features/people/imports/undo-import.tsx';
import { readNumber } from '../features/people/imports/import-form.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { focusFromTop } from '../lib/focus.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { FoldCard } from '../ui/card.tsx';
import { countOf, formatNumber } from '../ui/format-number.ts';
import { Small } from '../ui/layout.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { Notice } from '../ui/notice.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, Section, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Spreadsheet');

/** `rows` is null before the dry run. */
type Page = { peopleImport: ImportDetails; rows: RowPage | null };
function rowsOf(search: URLSearchParams) {
  const show = rowStates.find((state) => state === search.get('show')) ?? null;
  const row = (name: string) => Math.max(0, Math.trunc(Number(search.get(name)))) || null;
  return { show, after: row('after'), edit: row('edit') };
}

async function readPage(call: Call, id: string, search: URLSearchParams): Promise<Page> {
  const { show, after, edit } = rowsOf(search);
  const peopleImport = await call('readImport', { params: { id } });
  if (peopleImport.state !== 'checked') return { peopleImport, rows: null };
  const query = { after: after ?? 0, ...(show !== null && { state: show }) };
  return {
    peopleImport,
    rows: { show, after: after ?? 0, edit, ...(await call('listImportRows', { params: { id }, query })) },
  };
}

const load = officeLoad((call, { params, search }) => readPage(call, params['id'] ?? '', search));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  ...mendNotices,
  'import-undone': 'The import is undone.',
});

const changeImport: SignedInHandler = async (call, { fields, params, search }) => {
  const id = params['id'] ?? '';
  const { act: formName, changes: typed = '', check, 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'import') {
    const body = { changes: readNumber(typed), ...(check !== undefined && { check }) };
    await call('runImport', { params: { id }, body, idempotencyKey });
    return redirect(importAddress(id), 303);
  }
  if (formName === 'undo') {
    await call('undoImport', { params: { id }, body: { people: Number(fields['people']) }, idempotencyKey });
    return redirectWithNotice(importAddress(id), 'import-undone');
  }
  const mending = readMending(fields);
  if (mending !== null) {
    const { show, after } = rowsOf(search);
    const address = importAddress(id, { show, after });
    if (mending.body !== null) await call('correctImport', { params: { id }, body: mending.body });
    const done = mending.body === null ? null : mending.done;
    return redirectWithNotice(address, done, { replaces: true });
  }
  const chosen = readColumns(fields);
  const wrong = columnsProblem(chosen);
  if (wrong !== null) throw new CallError(400, 'bad_request', wrong);
  const { counts } = await call('checkImport', { params: { id }, body: { columns: chosen } });
  return redirect(importAddress(id, { show: counts.wrong > 0 ? 'wrong' : null }), 303);
};
export const action = signedInAction(changeImport);
export const clientAction = browserAction(changeImport);

/** @param takesFocus in place of the clicked button, which is gone */
function Imported({ peopleImport, takesFocus }: { peopleImport: ImportDetails; takesFocus: boolean }) {
  const { counts, undone, by, imported_at } = peopleImport;
  const focused = { ref: takesFocus ? focusFromTop : undefined, tabIndex: -1 };
  if (undone !== null)
    return (
      <div key="undone" {...focused}>
        <Notice role="note" title="Import undone">
          <p>{`${countOf(undone.people, 'person was', 'people were')} removed.`}</p>
        </Notice>
      </div>
    );
  return (
    <>
      <div {...focused}>
        <Notice tone="success" title="Import finished">
          <p>
            {`${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.unchanged)} unchanged. Next: send the invitations.`}
          </p>
          <p>
            <ButtonLink to={peopleAddress({ stage: 'imported' })}>Invite the people</ButtonLink>
          </p>
        </Notice>
      </div>
      <Small>
        <span>{`Imported by ${by || 'the operator'} `}</span>
        {imported_at !== null && <TimeAgo value={imported_at} />}
      </Small>
      <UndoImport key={peopleImport.brought?.waiting} peopleImport={peopleImport} />
    </>
  );
}

/** A column with a heading that may hold what would be missing. */
const isColumnLeft = ({ headings, columns }: ImportDetails) =>
  headings.some((heading, index) => heading !== '' && columns[index] == null) &&
  !(['name', 'batch'] as const).every((field) => columns.includes(field));

function matchedWords({ remembered, columns }: ImportDetails): string {
  const fields = importFields.filter((field) => columns.includes(field));
  const words = fields.map((field) => importFieldLabels[field]).join(', ');
  return `${remembered ? 'Matched as last time' : 'Matched'}: ${words}`;
}

function Sheet({ page: { peopleImport, rows } }: { page: Page }) {
  const refused = useRefusedForm();
  // It stays open after its own press.
  const [isOpen] = useState(peopleImport.state !== 'checked' || isColumnLeft(peopleImport));
  const [opened] = useState({ state: peopleImport.state, isUndone: peopleImport.undone !== null });
  const isDone = peopleImport.state !== opened.state || (peopleImport.undone !== null) !== opened.isUndone;
  const choice = (
    <ColumnChoice key={`${peopleImport.id} ${peopleImport.columns.join()}`} peopleImport={peopleImport} />
  );
  const columns = (
    <Section title="1. Match the columns">
      {isOpen || refused?.values['act'] === 'check' ? (
        <>
          {peopleImport.remembered && <p>Matched as in the last spreadsheet with these headings.</p>}
          {choice}
        </>
      ) : (
        <FoldCard title={matchedWords(peopleImport)}>{choice}</FoldCard>
      )}
    </Section>
  );
  return (
    <>
      <OfficeHead
        title={peopleImport.file}
        trail={[{ label: 'Import', to: importPath }]}
        facts={`${formatNumber(peopleImport.rows)} ${peopleImport.rows === 1 ? 'row' : 'rows'}${peopleImport.state === 'imported' ? '' : '. Nothing has changed yet. People who are not in the spreadsheet stay as they are'}.`}
      />
      {peopleImport.state === 'imported' ? (
        <Imported peopleImport={peopleImport} takesFocus={isDone} />
      ) : (
        columns
      )}
      {rows !== null && (
        <>
          <Section title="2. Preview">
            <DryRun peopleImport={peopleImport} page={rows} />
          </Section>
        </>
      )}
    </>
  );
}

export default function StaffImportSheet() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Spreadsheet"
      failure="The spreadsheet could not be loaded"
      skeleton={['16rem', 8]}
    >
      {(loaded) => <Sheet page={loaded} />}
    </StaffScreen>
  );
}
