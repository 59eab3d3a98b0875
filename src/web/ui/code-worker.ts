import { highlightCode } from '#contract/code-highlighter';

addEventListener('message', ({ data }: MessageEvent<{ code: string; language: string }>) => {
  postMessage(highlightCode(data.code, data.language));
});
