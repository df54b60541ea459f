enum { of_system = 5 };
