// What is said of runs before any panel of theirs is open.
export default {
  stopReason: 'Stopped by the author.',
  pausing: 'Pausing after this node…',
  pauseReason: 'Paused by the author.',
  status: {
    queued: 'queued',
    pending: 'waiting',
    running: 'running',
    paused: 'paused',
    completed: 'completed',
    failed: 'failed',
    cancelled: 'stopped',
    skipped: 'skipped',
    interrupted: 'waiting for an answer',
    idle: 'idle',
    routed: 'failed, handled',
  },
} as const;
