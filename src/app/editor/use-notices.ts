import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useServices } from '../services';
import { say } from '../toasts';

/** Shows what the nodes of this workflow's runs have to say, as long as its editor is open. The text is shown as it is. */
export function useNotices(workflow: string, showLog: (run: string) => void): void {
  const t = useTranslations('app.notice');
  const { engine } = useServices();
  useEffect(
    () =>
      engine.watch(workflow, ({ run, level, message, more }) => {
        const log = { label: t('showLog'), run: () => showLog(run) };
        if (more) say(t('more'), { action: log });
        else say(t(level, { message }), { tone: level === 'error' ? 'danger' : 'plain', action: log });
      }),
    [engine, workflow, showLog, t],
  );
}
