import { Notice } from '../../ui/notice.tsx';

/** Shown while a login is retried automatically. */
export function LoginWaiting() {
  return (
    <Notice tone="warning" title="The portal is busy right now.">
      It will log you in automatically in a moment.
    </Notice>
  );
}
