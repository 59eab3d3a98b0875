import { Notice } from '../../ui/notice.tsx';

/** While a login is tried again by itself. */
export function LoginWaiting() {
  return (
    <Notice tone="warning" title="The portal is busy right now.">
      It will log you in automatically in a moment.
    </Notice>
  );
}
