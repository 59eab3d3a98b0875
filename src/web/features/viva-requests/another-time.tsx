import { useNavigate } from 'react-router';
import { extensionAddress } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import type { OwnVivaRequest } from '#contract/viva-requests/calls';
import { tellScreen } from '../../lib/screen-message.ts';
import { ScreenHead } from '../../ui/layout.tsx';
import { Time } from '../../ui/time.tsx';
import { ExtensionForm } from '../submissions/extension-form.tsx';
import { OwnRequest, TooLate } from './own-request.tsx';

/** The request for another time of a viva whose time the student was told, or the form for one. */
export function AnotherTime({ task, own, s_id }: { task: TimelineTask; own: OwnVivaRequest; s_id: string }) {
  const navigate = useNavigate();
  const { starts_at: at, ask_until: until, is_late: isLate, request } = own;
  const onSent = () => {
    const address = extensionAddress('viva');
    tellScreen('Your request is sent to the office.', address.split('?')[0]);
    void navigate(address, { replace: true });
  };
  return (
    <>
      <ScreenHead title="Another time for your viva">
        {at !== null && (
          <p>
            <span>Your viva: </span>
            <strong>
              <Time value={at} />
            </strong>
          </p>
        )}
      </ScreenHead>
      {request !== null && <OwnRequest own={own} />}
      {request === null &&
        (isLate && until !== null ? (
          <TooLate until={until} />
        ) : (
          <ExtensionForm task={task} days={undefined} isMove s_id={s_id} onSent={onSent} />
        ))}
    </>
  );
}
