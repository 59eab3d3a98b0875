import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { publicScreens, textPages } from '../contract/screens.ts';
import { signedInScreens } from '../contract/signed-in-screens.ts';

/** The route of a screen of the contract; addresses are matched without regard to case. */
const screenRoute = ({ pattern, route: name }: { pattern: string; route: string }) =>
  pattern === '/'
    ? index(`routes/${name}.tsx`)
    : route(pattern.slice(1) + (pattern in textPages ? '/:language?' : ''), `routes/${name}.tsx`);

export default [
  layout('routes/public-frame.tsx', [
    ...publicScreens.map(screenRoute),

    route('*', 'routes/not-found.tsx'),
  ]),
  layout('routes/signed-in-frame.tsx', signedInScreens.map(screenRoute)),
] satisfies RouteConfig;
