import type { Messages } from './en';

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    /** The language is English; the region decides how dates and numbers are written. */
    Locale: 'en' | `en-${string}`;
  }
}
