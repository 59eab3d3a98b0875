import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
} from 'react-router';
import type { InitialAnswers } from '#contract/initial-data';
import type { RenderScreen, ScreenToRender } from '#contract/screens';
import { initialData } from './lib/initial-data.ts';
import { setInitialAnswers } from './lib/client.ts';
import { rememberSession } from './lib/session.ts';
import Root from './root.tsx';
import SignedInFrame from './routes/signed-in-frame.tsx';

type Screen = {
  default: React.ComponentType;
  clientLoader?: (to: { request: Request; params: Record<string, string | undefined> }) => Promise<unknown>;
};
const screens = import.meta.glob<Screen>(['./routes/*.tsx', '!./routes/{public-frame,signed-in-frame}.tsx']);

/** The queue limit of server-side rendering; beyond it requests get the shell, rendered in the browser. */
const maxWaiting = 8;
let waiting = 0;
let queue: Promise<unknown> = Promise.resolve();

/** Answers for the loaders, tracking whether they asked for any other. */
function trackAnswers(answers: InitialAnswers) {
  let isComplete = true;
  const first = new Proxy(
    { ...answers },
    {
      get(target, address: string) {
        if (target[address] === undefined) isComplete = false;
        return target[address] ?? { status: 503, body: undefined };
      },
    },
  );
  return { first, isComplete: () => isComplete };
}

const readOnly: Record<string, string> = {
  input: ' readonly=""',
  textarea: ' readonly=""',
  select: ' disabled=""',
};

/**
 * Makes server-rendered forms inert until hydration: what is typed before would be lost. Links stay usable. File inputs are
 * removed and iframes have no address, which the hydrated screen adds.
 */
function makeInert(html: string): string {
  return html
    .replaceAll(/<input\b(?=[^>]* type="file")[^>]* (class="[^"]*")[^>]*>/g, '<div $1></div>')
    .replaceAll(
      /<(button|input|textarea|select)(?=[\s>])/g,
      (_, name: string) => `<${name} inert=""${readOnly[name] ?? ''}`,
    )
    .replaceAll(/(<iframe\b[^>]*?) src="[^"]*"/g, '$1');
}

async function render({ route, pattern, url, student, answers, academy, maxUploadBytes }: ScreenToRender) {
  const screen = await screens[`./routes/${route}.tsx`]?.();
  if (screen === undefined) return null;
  Object.assign(initialData, { academy, maxUploadBytes });
  rememberSession(student);
  const { first, isComplete } = trackAnswers(answers);
  setInitialAnswers(first);
  const load = screen.clientLoader;
  const routes: RouteObject[] = [
    {
      id: 'root',
      Component: Root,
      children: [
        {
          id: 'routes/signed-in-frame',
          Component: SignedInFrame,
          loader: () => student,
          children: [
            {
              id: `routes/${route}`,
              path: pattern,
              Component: screen.default,
              ...(load && { loader: ({ request, params }) => load({ request, params }) }),
            },
          ],
        },
      ],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(new URL(url, 'http://portal.invalid')));
  // A redirect, an error, or a missing answer: left to the browser.
  if (context instanceof Response || context.errors !== null || !isComplete()) return null;
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
  // React leaves a failed Suspense boundary to the browser and goes on.
  if (html.includes('<!--$!-->')) throw new Error(`A part of ${route} cannot be rendered on the server.`);
  return makeInert(html);
}

/** One at a time: the loaders read the embedded answers from module state. */
const renderScreen: RenderScreen = (screen) => {
  if (waiting >= maxWaiting) return Promise.resolve(null);
  waiting += 1;
  const rendering = queue.then(() => render(screen)).finally(() => (waiting -= 1));
  queue = rendering.catch(() => undefined);
  return rendering;
};
export default renderScreen;
