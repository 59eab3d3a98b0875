import { work, type Work } from './pack-files.ts';

addEventListener('message', ({ data }: MessageEvent<Work>) => {
  work(data).then(
    (result) => postMessage({ result }),
    () => postMessage(null),
  );
});
