import { useRevalidator } from 'react-router';
import { planLimits, stepMinutes } from '#contract/vivas/plan';
import type { PlannedViva, PlanView } from '#contract/vivas/plan-calls';
import { vivasAddress } from '#contract/vivas/addresses';
import type { BodyOf } from '../../lib/calls/client.ts';
import { changedBody } from '../../lib/forms/changed-body.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ActionForm, FormOutcome } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { formatTyped } from '../../ui/typed-time.ts';
import { ExtraForm } from './extra-form.tsx';
import styles from './vivas.module.css';

const places = Array.from({ length: planLimits.panel }, (_, index) => `examiner-${index + 1}`);

const placeIn = (fields: Fields) => ({
  starts_at: fields['starts_at'] ?? '',
  room: fields['room'] ?? '',
  examiners: [...new Set(places.flatMap((name) => fields[name] || []))],
});

export const readPlaceForm = (fields: Fields): BodyOf<'placeViva'> => changedBody(fields, placeIn);

/** What the page has shown of the time that is taken away. */
export function readRemoval(fields: Fields): BodyOf<'unplaceViva'> {
  return { began: JSON.parse(fields['shown'] ?? '{}') as Record<string, unknown> };
}

/** A viva's time in the form's fields. */
export const fieldsOf = (viva: PlannedViva | null | undefined): Fields => ({
  starts_at: viva?.local ?? '',
  room: viva?.room ?? '',
  ...Object.fromEntries(places.map((name, index) => [name, viva?.examiners[index]?.email ?? ''])),
});

const labels: Readonly<Record<string, string>> = {
  starts_at: 'Day and time',
  room: 'Room',
  ...Object.fromEntries(places.map((name, index) => [name, `Examiner ${index + 1}`])),
};

/** The viva that is repeated. */
function Missed({ missed }: { missed: NonNullable<NonNullable<PlanView['chosen']>['missed']> }) {
  const waited = missed.examiners.map(({ name }) => name).join(' and ');
  return (
    <Notice tone="info" title="This viva is a repeat">
      <p>
        <span>{`Absent with a reason on ${formatTyped(missed.local)}: ${missed.reason}.`}</span>{' '}
        {waited !== '' && <span>{`${waited} waited. Choose other examiners if you can.`}</span>}
      </p>
    </Notice>
  );
}

/** Gives one student a time, or another one. */
export function PlaceForm({ view, chosen }: { view: PlanView; chosen: NonNullable<PlanView['chosen']> }) {
  const { revalidate } = useRevalidator();
  const { student, viva, missed } = chosen;
  const { s_id, s_name } = student;
  const form = useChangeForm({
    formName: 'place',
    target: { student: s_id },
    changes: {
      stored: fieldsOf(viva),
      labels,
      shown: (current: PlanView) => fieldsOf(current.chosen?.viva),
    },
  });
  const removal = useActionForm({
    formName: 'unplace',
    target: { student: s_id },
    // The next click removes what is shown then.
    onRefused: () => void revalidate(),
    hidden: {
      shown: JSON.stringify(
        viva === null
          ? {}
          : { starts_at: viva.local, room: viva.room, examiners: viva.examiners.map(({ email }) => email) },
      ),
    },
  });
  const { day } = view;
  // Also what the plan no longer has.
  const rooms = new Set([...view.plan.rooms.map(({ name }) => name), ...(viva === null ? [] : [viva.room])]);
  const examiners = new Map(
    [...view.staff, ...(viva?.examiners ?? [])].map(({ email, name }) => [email, name]),
  );
  const isFirst = (name: string) => name === places[0];
  return (
    <Stack as="section" gap={3} className={styles['place']} aria-labelledby="place-viva">
      <h2 id="place-viva">{viva === null ? `A time for ${s_name}` : `Another time for ${s_name}`}</h2>
      {missed != null && <Missed missed={missed} />}
      <ChangeForm form={form} button="Save the time" variant="primary">
        <div className={cards['pair']}>
          <TextField
            label={labels['starts_at']}
            {...form.field('starts_at')}
            type="datetime-local"
            step={stepMinutes * 60}
            required
          />
          <SelectField label={labels['room']} {...form.field('room')} required>
            <option value="">Choose a room</option>
            {[...rooms].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
          {places.slice(0, Math.max(view.plan.panel, viva?.examiners.length ?? 0)).map((place) => (
            <SelectField key={place} label={labels[place]} {...form.field(place)} required={isFirst(place)}>
              <option value="">{isFirst(place) ? 'Choose an examiner' : 'Nobody'}</option>
              {[...examiners].map(([email, name]) => (
                <option key={email} value={email}>
                  {name}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </ChangeForm>
      <ExtraForm chosen={chosen} />
      <Row gap={2}>
        {viva === null ? (
          <FormOutcome failure={removal.failure} />
        ) : (
          <ActionForm form={removal} button="Remove the time" small />
        )}
        <ButtonLink small variant="secondary" to={vivasAddress(view.batch, { day })}>
          Back to the plan
        </ButtonLink>
      </Row>
    </Stack>
  );
}
