import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messages } from './scripts/vite-messages';
import { offline } from './scripts/vite-offline';
import { tweens } from './scripts/vite-tweens';
import { twing } from './scripts/vite-twing';

export default defineConfig({
  plugins: [react(), messages(), tweens(), twing(), offline()],
  worker: { format: 'es', plugins: () => [twing()] },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // What every page begins with is one request and not forty: each costs a round trip that others wait behind.
        codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173 },
});
