import { vivasAddress } from '#contract/vivas/addresses';
import { concernWords } from '#contract/vivas/plan';
import type { CheckedVivas } from '#contract/vivas/viva-sheet-calls';
import { vivaFieldLabels, vivaFields, type VivaField } from '#contract/vivas/viva-sheet';
import { focusFromTop } from '../../../lib/focus.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CellNote } from '../../../ui/card-table.tsx';
import { countOf } from '../../../ui/format-number.ts';
import { Small } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { readSheetColumns, type SheetKind } from '../../people/imports/pasted-rows.tsx';
import { PastedSheet } from '../../people/imports/pasted-sheet.tsx';
import styles from '../vivas.module.css';

export type CheckedTimes = CheckedVivas & { sheet: Fields };
export type SavedTimes = { saved: number };

export const readVivaColumns = (fields: Fields) => readSheetColumns(fields, vivaFields);

const ofStudent = new Set<VivaField>(['email', 'phone', 'name']);

/** Of a wrong row all that is written in it, with the student as written. */
const kind: SheetKind<VivaField> = {
  fields: vivaFields,
  labels: vivaFieldLabels,
  isShown: ({ state }, { field, value, fault }) =>
    fault !== null || (value !== '' && (state === 'wrong' || !ofStudent.has(field))),
};

function withConcerns({ concerns }: CheckedTimes): SheetKind<VivaField> {
  const byLine = new Map(concerns.map((row) => [row.line, row.concerns]));
  return {
    ...kind,
    note: ({ line }) =>
      byLine.get(line)?.map((concern) => (
        <CellNote key={concern}>
          <span className={styles['concern']}>{concernWords[concern]}</span>
        </CellNote>
      )),
  };
}

const listed = (names: readonly string[]): string => names.join(', ');

function Additions({ adds: { rooms, examiners } }: CheckedTimes) {
  if (rooms.length + examiners.length === 0) return null;
  return (
    <Notice tone="info" role="note" title="The plan will also get">
      {rooms.length > 0 && <p>{`Rooms: ${listed(rooms)}`}</p>}
      {examiners.length > 0 && <p>{`Examiners: ${listed(examiners)}`}</p>}
    </Notice>
  );
}

function SavedNotice({ batch, saved }: { batch: string; saved: number }) {
  return (
    <div ref={focusFromTop} tabIndex={-1}>
      <Notice tone="success" title={`${countOf(saved, 'time')} saved`}>
        <p>Nobody has been told yet.</p>
        <p>
          <ButtonLink variant="secondary" small to={vivasAddress(batch)}>
            Open the plan
          </ButtonLink>
        </p>
      </Notice>
    </div>
  );
}

/** The office's own list becomes the plan. */
export function VivaSheet({
  batch,
  posted,
}: {
  batch: string;
  posted: CheckedTimes | SavedTimes | undefined;
}) {
  return (
    <>
      <Small>
        One row for each student: email, phone or name, with day, time, room and examiners. Leave out the day,
        room or examiner if the plan has only one.
      </Small>
      <PastedSheet<VivaField, CheckedTimes, SavedTimes>
        kind={kind}
        kindOf={withConcerns}
        noun="time"
        posted={posted}
        renderNotes={(checked) => <Additions {...checked} />}
        renderSaved={({ saved }) => <SavedNotice batch={batch} saved={saved} />}
      />
      <Small>Students who are not in the rows keep their time.</Small>
    </>
  );
}
