import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { forgetEarlyClicks, ignoreDoubleClicks } from './lib/forms/clicks.ts';
import { rememberTypedTexts, restoreTyped } from './ui/use-typed-before-hydration.ts';

function hydrate() {
  rememberTypedTexts();
  forgetEarlyClicks();
  ignoreDoubleClicks(document);
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />, {
      onRecoverableError(error) {
        reportError(error);
        // Not inside a React event handler.
        queueMicrotask(restoreTyped);
      },
    });
  });
}

if (performance.getEntriesByName('form-submitted').length === 0) hydrate();
else {
  // The page is being replaced by the form's answer; hydrating now would allow a second submit.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hydrate();
  });
}
