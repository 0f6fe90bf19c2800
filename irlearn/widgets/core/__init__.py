"""The frame of all widgets: state, gestures, input fields, JavaScript and base styles."""
