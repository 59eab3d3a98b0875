import { matchPath, useLocation } from 'react-router';
import { signedInScreens } from '#contract/signed-in-screens';

/** Of the screen at the address. */
export default function ScreenTitle() {
  const { pathname } = useLocation();
  return signedInScreens.find(({ pattern }) => matchPath(pattern, pathname) !== null)?.title ?? 'This screen';
}
