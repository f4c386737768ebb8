/* python.exe of the rehearsal: hands its arguments to the interpreter in python311.dll. */
#include <windows.h>

typedef int (*py_main)(int, wchar_t **);

int wmain(int count, wchar_t **values)
{
    HMODULE library = LoadLibraryW(L"python311.dll");
    py_main start = library ? (py_main)(void *)GetProcAddress(library, "Py_Main") : 0;
    return start ? start(count, values) : 98;
}
