import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import models from '../../messages/en/models';

/** Gives the part of the settings about models its texts, which do not come with the first page. */
export function ModelMessages({ children }: { readonly children: ReactNode }) {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const whole = useMemo(() => ({ ...messages, models }), [messages]);
  return (
    <IntlProvider locale={locale} messages={whole} {...(timeZone === undefined ? {} : { timeZone })}>
      {children}
    </IntlProvider>
  );
}
