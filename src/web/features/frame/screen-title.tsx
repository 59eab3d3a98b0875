import { matchPath, useLocation } from 'react-router';
import { signedInScreens } from '#contract/signed-in-screens';

/** Of the screen at the address. */
export default function ScreenTitle() {
  const { pathname } = useLocation();
  const screen = signedInScreens.find(({ pattern }) => matchPath(pattern, pathname) !== null);
  return <span>{screen?.title ?? 'This screen'}</span>;
}
