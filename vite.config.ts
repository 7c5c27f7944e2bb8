import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { twing } from './scripts/vite-twing';
import { offline } from './scripts/vite-offline';

export default defineConfig({
  plugins: [react(), twing(), offline()],
  worker: { format: 'es', plugins: () => [twing()] },
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 1500 },
  server: { host: '127.0.0.1', port: 5173 },
});
