import { useState } from 'react';
import { redirect } from 'react-router';
import type { IntakeDetails } from '#contract/people/intake-calls';
import {
  columnsProblem,
  intakeAddress,
  intakeFieldLabels,
  intakeFields,
  intakePath,
  rowStates,
} from '#contract/people/intake-fields';
import { peopleAddress } from '#contract/people/people-view';
import { ColumnChoice, readColumns } from '../features/people/intake/column-choice.tsx';
import { DryRun, type RowPage } from '../features/people/intake/dry-run.tsx';
import { readMending } from '../features/people/intake/mend-rows.tsx';
import { UndoImport } from '../features/people/intake/undo-import.tsx';
import { readNumber } from '../features/people/intake/import-form.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
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
type Page = { intake: IntakeDetails; rows: RowPage | null };
function rowsOf(search: URLSearchParams) {
  const show = rowStates.find((state) => state === search.get('show')) ?? null;
  const row = (name: string) => Math.max(0, Math.trunc(Number(search.get(name)))) || null;
  return { show, after: row('after'), edit: row('edit') };
}

async function readPage(call: Call, id: string, search: URLSearchParams): Promise<Page> {
  const { show, after, edit } = rowsOf(search);
  const intake = await call('readIntake', { params: { id } });
  if (intake.state !== 'checked') return { intake, rows: null };
  const query = { after: after ?? 0, ...(show !== null && { state: show }) };
  return {
    intake,
    rows: { show, after: after ?? 0, edit, ...(await call('listIntakeRows', { params: { id }, query })) },
  };
}

const load = officeLoad((call, { params, search }) => readPage(call, params['id'] ?? '', search));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeIntake: SignedInAct = async (call, { fields, params, search }) => {
  const id = params['id'] ?? '';
  const { act, changes: typed = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (act === 'import') {
    const body = { changes: readNumber(typed) };
    await call('importIntake', { params: { id }, body, idempotencyKey });
    return redirect(intakeAddress(id), 303);
  }
  if (act === 'undo') {
    await call('undoIntake', { params: { id }, body: { people: Number(fields['people']) }, idempotencyKey });
    return redirectWithNotice(intakeAddress(id), 'import-undone');
  }
  const mending = readMending(fields);
  if (mending !== null) {
    const { show, after } = rowsOf(search);
    const address = intakeAddress(id, { show, after });
    if (mending.body !== null) await call('mendIntake', { params: { id }, body: mending.body });
    const done = mending.body === null ? null : mending.done;
    return redirectWithNotice(address, done, { replaces: true });
  }
  const chosen = readColumns(fields);
  const wrong = columnsProblem(chosen);
  if (wrong !== null) throw new CallError(400, 'bad_request', wrong);
  const { counts } = await call('checkIntake', { params: { id }, body: { columns: chosen } });
  return redirect(intakeAddress(id, { show: counts.wrong > 0 ? 'wrong' : null }), 303);
};
export const action = signedInAction(changeIntake);
export const clientAction = browserAction(changeIntake);

function Imported({ intake }: { intake: IntakeDetails }) {
  const { counts, undone, by, imported_at } = intake;
  if (undone !== null)
    return (
      <Notice role="note" title="Import undone">
        <p>{`${countOf(undone.people, 'person was', 'people were')} removed.`}</p>
      </Notice>
    );
  return (
    <>
      <Notice tone="success" title="Import finished">
        <p>
          {`${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.unchanged)} unchanged. Next: send the invitations.`}
        </p>
        <p>
          <ButtonLink to={peopleAddress({ stage: 'imported' })}>Invite the people</ButtonLink>
        </p>
      </Notice>
      <Small>
        <span>{`Imported by ${by || 'the operator'} `}</span>
        {imported_at !== null && <TimeAgo value={imported_at} />}
      </Small>
      <UndoImport key={intake.brought?.waiting} intake={intake} />
    </>
  );
}

/** A column with a heading that may hold what would be missing. */
const isColumnLeft = ({ headings, columns }: IntakeDetails) =>
  headings.some((heading, index) => heading !== '' && columns[index] == null) &&
  !(['name', 'batch'] as const).every((field) => columns.includes(field));

function matchedWords({ remembered, columns }: IntakeDetails): string {
  const fields = intakeFields.filter((field) => columns.includes(field));
  const words = fields.map((field) => intakeFieldLabels[field]).join(', ');
  return `${remembered ? 'Matched as last time' : 'Matched'}: ${words}`;
}

function Sheet({ page: { intake, rows } }: { page: Page }) {
  const refused = useRefusedForm();
  // It stays open after its own press.
  const [isOpen] = useState(intake.state !== 'checked' || isColumnLeft(intake));
  const choice = <ColumnChoice key={`${intake.id} ${intake.columns.join()}`} intake={intake} />;
  const columns = (
    <Section title="1. Match the columns">
      {isOpen || refused?.values['act'] === 'check' ? (
        <>
          {intake.remembered && <p>Matched as in the last spreadsheet with these headings.</p>}
          {choice}
        </>
      ) : (
        <FoldCard title={matchedWords(intake)}>{choice}</FoldCard>
      )}
    </Section>
  );
  return (
    <>
      <OfficeHead
        title={intake.file}
        trail={[{ label: 'Import', to: intakePath }]}
        facts={`${formatNumber(intake.rows)} ${intake.rows === 1 ? 'row' : 'rows'}${intake.state === 'imported' ? '' : '. Nothing has changed yet. People who are not in the spreadsheet stay as they are'}.`}
      />
      {intake.state === 'imported' ? <Imported intake={intake} /> : columns}
      {rows !== null && (
        <>
          <Section title="2. Preview">
            <DryRun intake={intake} page={rows} />
          </Section>
        </>
      )}
    </>
  );
}

export default function StaffIntakeSheet() {
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
