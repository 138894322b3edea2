"""Cards as a worker sees them: executors, whose processes are app.devices.gpu. Nothing here imports `cuda`."""
