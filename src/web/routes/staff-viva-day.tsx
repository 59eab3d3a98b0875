import { batchAddress } from '#contract/progress/batch-view';
import { vivasAddress } from '#contract/vivas/addresses';
import { vivaDayAddress } from '#contract/vivas/day';
import { readAttendanceForm } from '../features/vivas/day/record-viva.tsx';
import { readDelayForm } from '../features/vivas/day/room-delay.tsx';
import { readDay, VivaDayView, type VivaDaySnapshot } from '../features/vivas/day/viva-day.tsx';
import { removalBody } from '../lib/forms/began-fields.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Viva day');

const dayPattern = /^20\d{2}-\d{2}-\d{2}$/;
const dayIn = (search: URLSearchParams): string | null => {
  const day = search.get('day') ?? '';
  return dayPattern.test(day) ? day : null;
};

type Page = { day: VivaDaySnapshot; student: string | null };

const load = staffLoad(async (call, { params, search }): Promise<Page> => {
  const day = await readDay(call, params['batch'] ?? '', dayIn(search));
  return { day, student: search.get('student') };
});
export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'viva-delay-saved': 'Students who wait for this room are told.',
  'viva-recorded': 'Recorded. You can undo it for ten minutes.',
  'viva-undone': 'It is undone.',
});

const change: SignedInHandler = async (call, { fields, params, search }) => {
  const batch = params['batch'] ?? '';
  const idempotencyKey = fields['Idempotency-Key'];
  const ofStudent = { batch, s_id: fields['student'] ?? '' };
  const back = vivaDayAddress(batch, { day: dayIn(search) });
  switch (fields['act']) {
    case 'delay': {
      const of = { batch, day: fields['day'] ?? '', room: fields['room'] ?? '' };
      await call('setVivaDelay', { params: of, body: readDelayForm(fields), idempotencyKey });
      return redirectWithNotice(back, 'viva-delay-saved');
    }
    case 'undo':
      await call('undoAttendance', { params: ofStudent, body: removalBody(fields), idempotencyKey });
      return redirectWithNotice(back, 'viva-undone');
    default:
      await call('recordAttendance', { params: ofStudent, body: readAttendanceForm(fields), idempotencyKey });
      return redirectWithNotice(back, 'viva-recorded');
  }
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

export default function StaffVivaDay() {
  return (
    <StaffScreen<Page>
      title="Viva day"
      failure="The vivas could not be loaded"
      skeleton={['3rem', '12rem', 8]}
    >
      {({ day, student }, user) => (
        <>
          <Row gap={3}>
            <ScreenHead title={`Viva day of ${day.view.batch}`} />
            {user.batches.includes(day.view.batch) && (
              <>
                <ButtonLink
                  variant="secondary"
                  small
                  to={vivasAddress(day.view.batch, { day: day.view.day })}
                >
                  Plan
                </ButtonLink>
                <ButtonLink variant="secondary" small to={batchAddress(day.view.batch)}>
                  All students
                </ButtonLink>
              </>
            )}
          </Row>
          <VivaDayView snapshot={day} student={student} user={user} />
        </>
      )}
    </StaffScreen>
  );
}
