"""Uses streams and events that there are not.

Gets: ok
Returns: host_error.handle, host_error.handle, host_error.handle, host_error.event_unrecorded
"""


def main():
    told = [ask("synchronize", what=what, handle=555, query=False) for what in ("stream", "event")]
    return *told, ask("record", event=77, stream=99), ask("elapsed", start=1, end=2)
