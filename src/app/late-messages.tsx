import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import config from './messages/en/config';
import contract from './messages/en/contract';
import contractTab from './messages/en/contract-tab';
import doors from './messages/en/doors';
import importing from './messages/en/import';
import problems from './messages/en/problems';
import question from './messages/en/question';
import run from './messages/en/run';
import runControls from './messages/en/run-controls';
import settings from './messages/en/settings';
import strategies from './messages/en/strategies';

const late = {
  config,
  contract: { ...contract, ...contractTab },
  doors,
  import: importing,
  problems,
  question,
  run: { ...runControls, ...run },
  settings,
  strategies,
};
export type LateTexts = typeof late;

/** The texts that the first screen of no page shows, for the parts of the app that load later. */
export function LateMessages({ children }: { readonly children: ReactNode }) {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const whole = useMemo(() => ({ ...messages, ...late }), [messages]);
  return (
    <IntlProvider locale={locale} messages={whole} {...(timeZone === undefined ? {} : { timeZone })}>
      {children}
    </IntlProvider>
  );
}
