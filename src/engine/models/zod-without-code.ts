// Must be loaded before anything that declares schemas with zod: otherwise zod tries, once, whether it may make code from
// text, and a page whose policy forbids that reports a violation.
import { config } from 'zod/v4/core';

config({ jitless: true });
