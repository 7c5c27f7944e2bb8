import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import publishing from '../messages/en/publishing';

/** Gives the views below the texts of publishing, which do not come with the first page. */
export function PublishingMessages({ children }: { readonly children: ReactNode }) {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const whole = useMemo(() => ({ ...messages, publishing }), [messages]);
  return (
    <IntlProvider locale={locale} messages={whole} {...(timeZone === undefined ? {} : { timeZone })}>
      {children}
    </IntlProvider>
  );
}
